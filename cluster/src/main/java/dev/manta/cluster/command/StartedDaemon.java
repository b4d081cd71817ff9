package dev.manta.cluster.command;

import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.cluster.daemon.Described;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A daemon that has been started, or its supervisor, until it is a member.
record StartedDaemon(Process process, DataDirectory directory) {
  private static final Duration READY = Duration.ofSeconds(90);
  private static final long LOOK_MILLIS = 20;
  private static final int SHOWN = 5;

  /// What the daemon says of itself once it is a member.
  Described awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + READY.toNanos();
    while (!Files.exists(directory.ready())) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new MantaException(ErrorCode.CLUSTER, lastWords());
      }
      if (System.nanoTime() > end) {
        throw new MantaException(
            ErrorCode.CLUSTER,
            "the daemon has not joined within %s s; it keeps trying, see %s"
                .formatted(READY.toSeconds(), directory.log()));
      }
    }
    return Described.parse(Files.readAllBytes(directory.ready()));
  }

  /// Why a daemon has ended: what it says itself, or the end of its log.
  private String lastWords() throws IOException {
    List<String> lines =
        Files.exists(directory.log()) ? Files.readAllLines(directory.log()) : List.of();
    String said =
        lines.reversed().stream()
            .filter(line -> line.startsWith("manta: ") && !line.contains("started again"))
            .findFirst()
            .map(line -> line.substring("manta: ".length()))
            .orElseGet(
                () ->
                    "the daemon ended: "
                        + String.join(
                            "\n", lines.subList(Math.max(0, lines.size() - SHOWN), lines.size())));
    return said + "\n  log    " + directory.log();
  }
}
