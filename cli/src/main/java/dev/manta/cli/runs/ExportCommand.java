package dev.manta.cli.runs;

import dev.manta.Result;
import dev.manta.internal.stored.StoredRun;
import dev.manta.train.History;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta export`
@Command(
    name = "export",
    description =
        "Write every report of a run, one row each: as CSV unless another format is named.")
public final class ExportCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where to; standard output unless given.")
  Optional<Path> file = Optional.empty();

  @ArgGroup(exclusive = true)
  Form form = new Form();

  /// How rows are written; one at most.
  static final class Form {
    @Option(
        names = "--csv",
        description = "CSV with a header; nested metrics have / in their name.")
    boolean csv;

    @Option(names = "--json", description = "One JSON object per line.")
    boolean json;

    @Option(names = "--parquet", description = "Parquet, which needs a FILE.")
    boolean parquet;
  }

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    StoredRun run = storage.run(reference);
    History history = Result.fromPath(run.location().toString()).history();
    if (form.parquet && file.isEmpty()) {
      throw new IllegalArgumentException("--parquet needs a FILE to write to");
    }
    if (file.isPresent()) {
      write(history, file.get());
    } else {
      text(history, spec.commandLine().getOut());
    }
    return CommandLine.ExitCode.OK;
  }

  /// A file is whole or not there: what was there before stays until then.
  private void write(History history, Path to) throws IOException {
    if (Files.isDirectory(to)) {
      throw new IllegalArgumentException(to + " is a directory; name a file in it");
    }
    if (Files.exists(to) && !Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS)) {
      writeTo(to, history); // a device or a link stays what it is
      return;
    }
    Path whole = to.toAbsolutePath();
    String name = ".%s.%s".formatted(whole.getFileName(), ProcessHandle.current().pid());
    Path unfinished = whole.resolveSibling(name);
    try {
      writeTo(unfinished, history);
      Files.move(unfinished, whole, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private void writeTo(Path file, History history) throws IOException {
    if (form.parquet) {
      ParquetHistory.write(history, file);
    } else {
      try (Writer out = Files.newBufferedWriter(file)) {
        text(history, out);
      }
    }
  }

  private void text(History history, Appendable out) {
    if (form.json) {
      history.writeJsonLines(out);
    } else {
      history.writeCsv(out);
    }
  }
}
