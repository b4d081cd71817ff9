package dev.manta.dashboard.internal.api;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.internal.checkpoint.Manifest;
import dev.manta.internal.stored.StoredRun;
import dev.manta.train.ReportedCheckpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Checkpoints to take along.
record CheckpointsApi(RunAccess runs) {
  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/runs/{run}/checkpoints/{checkpoint}",
                "The files of a checkpoint, as a ZIP archive.",
                this::archive)
            .answersFile("application/zip"));
  }

  private WebAnswer archive(ApiCall call) {
    StoredRun run = runs.run(call);
    String name = call.name("checkpoint");
    ReportedCheckpoint found =
        Result.fromPath(run.location().toString())
            .checkpoint(name)
            .orElseThrow(
                () -> new Absent("run %s has no checkpoint %s".formatted(run.name(), name)));
    return WebAnswer.download(
        "application/zip", run.name() + "-" + name + ".zip", out -> write(found.checkpoint(), out));
  }

  private static void write(Checkpoint checkpoint, OutputStream out) throws IOException {
    try (Checkpoint.Opened opened = checkpoint.open();
        Stream<Path> files = Files.walk(opened.directory());
        var zip = new ZipOutputStream(out)) {
      // Weights do not get smaller, and the connection is that of this machine.
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(CheckpointsApi::isContent).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(opened.directory().relativize(file).toString()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  /// A manifest is Manta's, and says nothing to who has the files; a link may lead anywhere.
  private static boolean isContent(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !file.endsWith(Manifest.FILE);
  }
}
