package dev.manta.examples;

import dev.manta.Result;
import dev.manta.cli.ExitCode;
import dev.manta.examples.Digits.Config;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta demo`
@Command(
    name = "demo",
    description = {
      "Learn to read handwritten digits, on two workers:",
      "in plain Java, or with the framework that you name."
    })
final class DemoCommand implements Callable<Integer> {
  private static final List<String> FRAMEWORKS =
      List.of("torch", "xgboost", "lightgbm", "tensorflow", "djl");

  @Parameters(
      arity = "0..1",
      paramLabel = "FRAMEWORK",
      description = "torch, xgboost, lightgbm, tensorflow or djl.")
  Optional<String> framework = Optional.empty();

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
      description =
          "How often all images are seen, or how many rounds trees grow (default:"
              + " ${DEFAULT-VALUE}).")
  int epochs = 20;

  @Option(names = "--name", paramLabel = "NAME", description = "The run's name.")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--storage",
      paramLabel = "LOCATION",
      description = "Where runs are kept (default: ~/manta-runs).")
  Optional<String> storage = Optional.empty();

  @Option(names = "--quiet", description = "Print the result only.")
  boolean quiet;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Demo demo = framework.map(DemoCommand::named).orElseGet(PlainDemo::new);
    Result result = demo.fit(workers, epochs, run(demo));
    if (result.status() == RunStatus.STOPPED) {
      return ExitCode.STOPPED;
    }
    say(demo, result.metrics().number("accuracy"), spec.commandLine().getOut());
    return ExitCode.OK;
  }

  private static Demo named(String framework) {
    return ServiceLoader.load(Demo.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(demo -> demo.framework().equals(framework))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no demo \"%s\"; there are: %s"
                        .formatted(framework, String.join(", ", FRAMEWORKS))));
  }

  private RunConfig run(Demo demo) {
    RunConfig run =
        RunConfig.named(name.orElse(demo.runName()))
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    run = storage.map(run::storage).orElse(run);
    return quiet ? run.quiet() : run;
  }

  /// The demo without a framework.
  private static final class PlainDemo implements Demo {
    @Override
    public String framework() {
      return "";
    }

    @Override
    public String runName() {
      return "digits";
    }

    @Override
    public String source() {
      return "examples/src/main/java/dev/manta/examples/Digits.java";
    }

    @Override
    public Result fit(int workers, int epochs, RunConfig run) {
      return Digits.trainer(new Config(0.1, 32, epochs), workers, run).fit();
    }
  }

  private static void say(Demo demo, double accuracy, PrintWriter out) {
    String manta = System.getProperty("manta.command", "manta");
    out.println();
    out.println(
        String.format(
            Locale.ROOT, "test accuracy %.4f on 360 digits that it was not trained on", accuracy));
    out.println("the program is " + demo.source() + ";");
    String with = demo.framework().isEmpty() ? "" : "--with " + demo.framework() + " ";
    out.println("for a project of your own: " + manta + " new " + with + "my-project");
  }
}
