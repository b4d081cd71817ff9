package dev.manta.cluster.command;

import dev.manta.Manta;
import dev.manta.Trainer;
import dev.manta.cluster.Resources;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.IntUniform;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A program that tunes a trainer, one trial on each of two nodes, and prints which daemons started
/// the workers.
final class TunedProgram {
  private static final double NODE_CPUS =
      Math.max(1, Math.floor(Runtime.getRuntime().availableProcessors() / 2.0));

  private TunedProgram() {}

  record Config(@IntUniform(low = 0, high = 1000) int seed, String meeting) {}

  /// Takes the storage, and the address of a cluster unless the environment has it.
  public static void main(String[] arguments) throws IOException {
    Path meeting = Files.createTempDirectory(Path.of(arguments[0]), "meeting");
    Tuner tuner = tuner(arguments[0], meeting);
    ResultGrid results = (arguments.length > 1 ? tuner.on(Manta.at(arguments[1])) : tuner).fit();
    results.errors().forEach(each -> System.err.println(each.error()));
    results
        .trials()
        .forEach(each -> System.out.println("daemon " + (long) each.metrics().number("daemon")));
  }

  private static Tuner tuner(String storage, Path meeting) {
    Trainer trainer =
        Trainer.of(TunedProgram::meets, new Config(0, ""))
            .scaling(ScalingConfig.workers(1).perWorker(Resources.cpus(NODE_CPUS)));
    return Tuner.of(trainer)
        .space(Space.of(Config.class).constant("meeting", meeting.toString()))
        .search(TuneConfig.minimize("seed").samples(2).concurrent(2).searcher(Searcher.random()))
        .run(RunConfig.named("spread").storage(storage).quiet());
  }

  /// Returns once both trials are there, so neither can have the node of the other.
  static void meets(TrainContext<Config> ctx) throws IOException, InterruptedException {
    File meeting = new File(ctx.config().meeting());
    Files.createTempFile(meeting.toPath(), "trial", "");
    while (meeting.list().length < 2) {
      Thread.sleep(1);
    }
    long daemon = ProcessHandle.current().parent().orElseThrow().pid();
    ctx.report(Metrics.of("seed", ctx.config().seed(), "daemon", daemon));
  }
}
