package dev.manta.cli;

import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `manta rehearse`: does what users do most, unseen, while the launcher records an AOT cache of
/// it.
@Command(name = "rehearse", hidden = true, description = "Used by the launcher.")
final class RehearseCommand implements Callable<Integer> {
  private static final String ROWS = "rehearsal.parquet";
  private static final int FILES = 8;
  private static final int PASSES = 200;
  private static final int BATCH = 16;

  @Override
  public Integer call() throws IOException {
    Path storage = Files.createTempDirectory("manta-rehearsal");
    try {
      unseen("--help");
      unseen("demo", "--epochs", "2", "--workers", "2", "--storage", storage.toString());
      unseen("runs", "--storage", storage.toString());
      unseen("show", "digits", "--storage", storage.toString());
      unseen("version", "--json");
      read(storage);
      store();
    } finally {
      ClassJar.delete(storage);
    }
    return ExitCode.OK;
  }

  /// Programs read data in this process: a first pass takes most of its time for what is loaded,
  /// linked and compiled here. It is read often enough for the cache to hold what the JVM's
  /// compilers need to know.
  private static void read(Path directory) throws IOException {
    Path rows = Files.createDirectory(directory.resolve("rows"));
    for (int i = 0; i < FILES; i++) {
      try (InputStream file = RehearseCommand.class.getResourceAsStream(ROWS)) {
        Files.copy(Objects.requireNonNull(file), rows.resolve(i + "-" + ROWS));
      }
    }
    for (int i = 0; i < PASSES; i++) {
      pass(rows);
    }
  }

  private static void pass(Path rows) {
    double sum = 0;
    for (Batch batch : Dataset.parquet(rows.toString()).batches(BATCH)) {
      sum += batch.column("x").segment().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
    }
    if (sum <= 0) {
      throw new IllegalStateException("the rows of the rehearsal have the sum " + sum);
    }
  }

  /// Runs in an object store begin with a client that takes longer to load than their requests do.
  private static void store() {
    Optional<RehearsalBucket> bucket = RehearsalBucket.open();
    if (bucket.isPresent()) {
      try (RehearsalBucket _ = bucket.get()) {
        unseen("store", "check", RehearsalBucket.LOCATION);
      }
    }
  }

  private static void unseen(String... args) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    Main.run(nowhere, nowhere, args);
  }
}
