package dev.manta.cli.runs;

import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.tune.Drawing;
import dev.manta.tune.Goal;
import dev.manta.tune.Plot;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.TrialResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta results`
@Command(
    name = "results",
    description = "Show what came of an experiment of `manta tune` or a Tuner, finished or not.")
public final class ResultsCommand implements Callable<Integer> {
  @Parameters(paramLabel = "EXPERIMENT", description = "The experiment's name, or its location.")
  String reference = "";

  @ArgGroup(exclusive = true)
  Form form = new Form();

  /// What is shown; a table of the best trials unless one is named.
  static final class Form {
    @Option(names = "--csv", description = "All trials, a row each.")
    boolean csv;

    @Option(names = "--json", description = "All trials with all reports, as one JSON object.")
    boolean json;

    @Option(
        names = "--plot",
        paramLabel = "PLOT",
        description = "Draw history, parallel, slices or importances.")
    Optional<String> plot = Optional.empty();
  }

  @Option(names = "--svg", paramLabel = "FILE", description = "Write the plot there as SVG.")
  Optional<Path> svg = Optional.empty();

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "How wide a plot is (default: ${DEFAULT-VALUE}).")
  int columns = 80;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "How many trials the table has (default: ${DEFAULT-VALUE}).")
  int rows = 10;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "Plot this metric rather than that of the experiment.")
  Optional<String> metric = Optional.empty();

  @Option(names = "--maximize", description = "Large values of --metric are good.")
  boolean maximize;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "Plot each trial's last value, the best of all, or the average (default: last).")
  String scope = "last";

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    if (svg.isPresent() && form.plot.isEmpty()) {
      throw new IllegalArgumentException("--svg needs --plot PLOT, the plot to write");
    }
    if (maximize && metric.isEmpty()) {
      throw new IllegalArgumentException("--maximize needs --metric NAME, the metric to maximize");
    }
    ResultGrid results = ResultGrid.fromPath(experiment().toString());
    if (svg.isPresent()) {
      Files.writeString(svg.get(), drawing(results).svg());
    } else {
      print(results, spec.commandLine().getOut());
    }
    return CommandLine.ExitCode.OK;
  }

  private Location experiment() {
    Location location = storage.location(reference);
    if (Storages.at(location).exists(location.resolve("run.json"))) {
      throw new IllegalArgumentException(
          location + " is a run, not an experiment; `manta show` shows it");
    }
    return location;
  }

  private Drawing drawing(ResultGrid results) {
    Goal goal =
        metric.map(name -> new Goal(name, maximize)).orElseGet(() -> results.goals().getFirst());
    return results.plot(named(Plot.values(), "plot", form.plot.orElseThrow()), goal, scope());
  }

  private Scope scope() {
    return named(Scope.values(), "scope", scope);
  }

  private static <E extends Enum<E>> E named(E[] all, String what, String typed) {
    return Arrays.stream(all)
        .filter(each -> name(each).equals(typed))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no %s \"%s\"; there are: %s"
                        .formatted(
                            what,
                            typed,
                            Arrays.stream(all)
                                .map(ResultsCommand::name)
                                .collect(Collectors.joining(", ")))));
  }

  private static String name(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT);
  }

  private void print(ResultGrid results, PrintWriter out) {
    if (form.csv) {
      out.print(results.csv());
    } else if (form.json) {
      out.println(results.toJson().text());
    } else if (form.plot.isPresent()) {
      out.print(drawing(results).text(columns));
    } else {
      table(results, out);
    }
    out.flush();
  }

  private void table(ResultGrid results, PrintWriter out) {
    out.print(results.table(rows));
    results.errors().stream().limit(1).forEach(failed -> out.println(error(failed)));
    out.println(
        "experiment %s %s: %s trials, %s failed; it is in %s"
            .formatted(
                results.name(),
                results.isFinished() ? "has finished" : "has not finished",
                results.size(),
                results.errors().size(),
                results.path()));
  }

  private static String error(TrialResult failed) {
    String first = failed.error().orElse("").lines().findFirst().orElse("");
    return "trial " + failed.number() + " failed: " + first.replaceAll("\\p{Cntrl}", "");
  }
}
