package dev.manta.testkit.cluster;

import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// Training functions that the workers of a cluster under test run.
public final class ContractFunctions {
  /// What a function is told.
  record Words(String text, int count) {}

  /// Where a worker is and what it was given.
  record Surroundings(String temp, String work, String variable) {}

  /// The variable that the settings of every group under test have.
  static final String VARIABLE = "MANTA_CONTRACT";

  private ContractFunctions() {}

  /// Returns what it was told.
  static String echo(TrainContext<Words> ctx) {
    return ctx.config().text();
  }

  /// Prints what it was told.
  static void print(TrainContext<Words> ctx) {
    System.out.println(ctx.config().text());
  }

  static Surroundings look(TrainContext<Words> ctx) {
    return new Surroundings(
        System.getProperty("java.io.tmpdir"),
        Path.of("").toAbsolutePath().toString(),
        String.valueOf(System.getenv(VARIABLE)));
  }

  /// Reports, and ends its process with a status at once.
  static void reportAndHalt(TrainContext<Words> ctx) {
    for (int i = 0; i < ctx.config().count(); i++) {
      ctx.report(Metrics.of("i", i));
    }
    System.out.println(ctx.config().text());
    Runtime.getRuntime().halt(7);
  }

  /// Reports once and waits for its end.
  static void hang(TrainContext<Words> ctx) throws InterruptedException {
    ctx.report(Metrics.of("i", 0));
    new CountDownLatch(1).await();
  }
}
