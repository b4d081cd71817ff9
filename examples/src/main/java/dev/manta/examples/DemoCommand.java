package dev.manta.examples;

import dev.manta.Result;
import dev.manta.cli.ExitCode;
import dev.manta.examples.Digits.Config;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta demo`
@Command(
    name = "demo",
    description = "Train a small network to read handwritten digits, on two workers.")
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many workers (default: ${DEFAULT-VALUE}).")
  int workers = 2;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "20",
      description = "How often all images are seen (default: ${DEFAULT-VALUE}).")
  int epochs = 20;

  @Option(names = "--name", paramLabel = "NAME", description = "The run's name.")
  String name = "digits";

  @Option(
      names = "--storage",
      paramLabel = "PATH",
      description = "Where runs are kept (default: ~/manta-runs).")
  Optional<String> storage = Optional.empty();

  @Option(names = "--quiet", description = "Print the result only.")
  boolean quiet;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Result result = Digits.trainer(new Config(0.1, 32, epochs), workers, run()).fit();
    if (result.status() == RunStatus.STOPPED) {
      return ExitCode.STOPPED;
    }
    say(result.metrics().number("accuracy"), spec.commandLine().getOut());
    return ExitCode.OK;
  }

  private RunConfig run() {
    RunConfig run =
        RunConfig.named(name).checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    run = storage.map(run::storage).orElse(run);
    return quiet ? run.quiet() : run;
  }

  private static void say(double accuracy, PrintWriter out) {
    String manta = System.getProperty("manta.command", "manta");
    out.println();
    out.println(
        String.format(
            Locale.ROOT, "test accuracy %.4f on 360 digits that it was not trained on", accuracy));
    out.println("the program is examples/src/main/java/dev/manta/examples/Digits.java;");
    out.println("for a project of your own: " + manta + " new my-project");
  }
}
