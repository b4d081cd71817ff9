package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.Plot;
import dev.manta.tune.ResultGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class TuneCommandTest {
  private static final String SOURCE =
      """
      public class Search {
        public record Config(double x, int layers) {}

        public static double loss(Config config) {
          return config.x() * config.x() + config.layers();
        }

        public static void reporting(dev.manta.tune.TrialContext<Config> trial) {
          for (int i = 0; i < 4; i++) {
            trial.report(dev.manta.train.Metrics.of("loss", loss(trial.config()) + 1.0 / (i + 1)));
          }
        }
      }
      """;

  private final String classPath = System.getProperty("java.class.path");
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  @TempDir Path directory;

  @BeforeEach
  void prepare() {
    System.setProperty("manta.cache", directory.resolve("cache").toString());
  }

  @AfterEach
  void restore() {
    System.clearProperty("manta.cache");
    System.getProperties().keySet().removeIf(key -> key.toString().startsWith("manta.run."));
    System.setProperty("java.class.path", classPath);
    Thread.currentThread().setContextClassLoader(loader);
  }

  private Typed tune(String function, String... options) throws IOException {
    return tuneFor("loss", function, options);
  }

  private Typed tuneFor(String metric, String function, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("Search.java"), SOURCE);
    List<String> words = new ArrayList<>(List.of("tune", "--loop", function, "--metric", metric));
    words.addAll(List.of("--storage", directory.resolve("runs").toString(), "--name", "search"));
    words.add("--quiet");
    words.addAll(List.of(options));
    words.add(file.toString());
    return Typed.manta(words.toArray(String[]::new));
  }

  @Test
  void aFunctionOfASourceFileIsTuned() throws IOException {
    Path csv = directory.resolve("trials.csv");
    Typed typed =
        tune(
            "Search::loss",
            "--space",
            "x=uniform(-1, 1)",
            "--space",
            "layers=int(1, 3)",
            "--samples",
            "12",
            "--searcher",
            "tpe",
            "--csv",
            csv.toString());
    assertThat(typed.err()).isEmpty();
    assertThat(typed.exitCode()).isEqualTo(0);
    assertThat(Files.readAllLines(csv)).hasSize(13);
    ResultGrid results = ResultGrid.fromPath(directory.resolve("runs/search").toString());
    assertThat(results.best().point().whole("layers")).isEqualTo(1);
  }

  @Test
  void aFunctionThatReportsIsStoppedEarly() throws IOException {
    Typed typed =
        tune(
            "Search::reporting",
            "--space",
            "x=uniform(-1, 1)",
            "--space",
            "layers=grid(1, 2, 3)",
            "--samples",
            "12",
            "--scheduler",
            "asha:4");
    assertThat(typed.exitCode()).as(typed.err()).isEqualTo(0);
    ResultGrid results = ResultGrid.fromPath(directory.resolve("runs/search").toString());
    assertThat(results.trials()).anyMatch(each -> each.reports().size() == 1);
  }

  private static final String[] SPACE = {
    "--space", "x=uniform(-1, 1)", "--space", "layers=int(1, 3)", "--samples", "4"
  };

  private static String[] space(String... more) {
    List<String> words = new ArrayList<>(List.of(SPACE));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  @Test
  void eachTrialMakesAsManyReportsAsWereTyped() throws IOException {
    Typed typed = tune("Search::reporting", space("--max-reports", "2", "--mode", "max"));
    assertThat(typed.exitCode()).as(typed.err()).isEqualTo(0);
    assertThat(grid().trials()).hasSize(4).allMatch(each -> each.reports().size() == 2);
    double best = grid().best().metrics().number("loss");
    assertThat(grid().trials()).allMatch(each -> each.metrics().number("loss") <= best);
  }

  @Test
  void anUnfinishedExperimentIsResumedAndNothingElseIsWhereThatIsTyped() throws IOException {
    assertThat(tune("Search::loss", space("--resume")).err())
        .contains("there is no experiment search to resume in ")
        .contains("leave --resume out to begin it");
    assertThat(tune("Search::loss", space("--resume", "--fresh")).err())
        .contains("--resume and --fresh contradict each other");
    assertThat(tune("Search::loss", space()).exitCode()).isEqualTo(0);
    assertThat(tune("Search::loss", space("--resume")).err())
        .contains("experiment search has finished, so there is nothing to resume")
        .contains("manta results " + directory.resolve("runs/search"))
        .contains("a new one, search-2, begins");
    Path journal = directory.resolve("runs/search/journal.jsonl");
    List<String> lines = Files.readAllLines(journal);
    Files.write(journal, lines.subList(0, lines.size() - 1));
    Typed resumed = tune("Search::loss", space("--resume"));
    assertThat(resumed.exitCode()).as(resumed.err()).isEqualTo(0);
    assertThat(grid().isFinished()).isTrue();
    assertThat(directory.resolve("runs/search-2")).doesNotExist();
  }

  @Test
  void aMetricThatNobodyReportsIsNamedUnlessThatIsAllowed() throws IOException {
    assertThat(tuneFor("accuracy", "Search::reporting", space()).err())
        .contains("no report has accuracy; there are [loss]");
    Typed lenient = tuneFor("accuracy", "Search::reporting", space("--lenient-metrics", "--fresh"));
    assertThat(lenient.exitCode()).as(lenient.err()).isEqualTo(0);
  }

  @Test
  void whatIsWrongIsSaidInALine() throws IOException {
    assertThat(tune("Search::loss", "--searcher", "best").err())
        .contains("there is no searcher \"best\"; there are: auto, grid, random");
    assertThat(tune("Search::loss", "--mode", "best").err())
        .contains("--mode is min or max, not \"best\"");
    assertThat(tune("Search::loss", "--mode", "max", "--maximize").exitCode()).isEqualTo(2);
    assertThat(tune("Search::loss", "--searcher", "optuna:best").err())
        .contains("there is no searcher \"optuna:best\"")
        .contains("optuna:SAMPLER with [auto, tpe, gp, cmaes, nsgaii, random, qmc]");
    assertThat(tune("Search::loss", "--scheduler", "pbt").err())
        .contains("there is no scheduler \"pbt\"; there are: fifo, asha, asha:STEPS");
    assertThat(tune("Search::loss", "--searcher", "nsga2").err())
        .contains("nsga2 is for several metrics, and manta tune has one");
    assertThat(tune("Search::loss", "--workers", "2").err())
        .contains("trials of a plain function have no workers");
    assertThat(tune("Search::loss", "--space", "x").err()).contains("--space takes KEY=DOMAIN");
    assertThat(tune("Search::gain", "--samples", "3").err())
        .contains("Search has no static methods gain that take one argument");
    assertThat(tune("Search::loss", "--space", "x=uniform(0, 1)", "--samples", "3").err())
        .contains("layers");
  }

  private Typed results(String... options) {
    List<String> words = new ArrayList<>(List.of("results", "search"));
    words.addAll(List.of("--storage", directory.resolve("runs").toString()));
    words.addAll(List.of(options));
    return Typed.manta(words.toArray(String[]::new));
  }

  private void tuned() throws IOException {
    String[] space = {"--space", "x=uniform(-1, 1)", "--space", "layers=int(1, 3)"};
    List<String> options = new ArrayList<>(List.of(space));
    options.addAll(List.of("--samples", "12", "--searcher", "random", "--concurrent", "1"));
    assertThat(tune("Search::loss", options.toArray(String[]::new)).exitCode()).isEqualTo(0);
  }

  @Test
  void resultsAreShownAsTableTextAndPlots() throws IOException {
    tuned();
    assertThat(results("--rows", "2").out().lines().toList())
        .hasSize(4)
        .last()
        .asString()
        .startsWith("experiment search has finished: 12 trials, 0 failed; it is in ");
    assertThat(results("--csv").out()).isEqualTo(grid().csv());
    assertThat(results("--json").out()).isEqualTo(grid().toJson().text() + "\n");
    for (Plot plot : Plot.values()) {
      String name = plot.name().toLowerCase(Locale.ROOT);
      assertThat(results("--plot", name).out()).isEqualTo(grid().plot(plot).text(80));
      Path file = directory.resolve(name + ".svg");
      assertThat(results("--plot", name, "--svg", file.toString()).err()).isEmpty();
      assertThat(file).hasContent(grid().plot(plot).svg());
    }
  }

  private ResultGrid grid() {
    return ResultGrid.fromPath(directory.resolve("runs/search").toString());
  }

  @Test
  void whatCannotBeShownIsSaidInALine() throws IOException {
    assertThat(results().err()).contains("search is not an experiment's directory").hasLineCount(1);
    tuned();
    assertThat(results("--plot", "pie").err())
        .contains("there is no plot \"pie\"; there are: history, parallel, slices, importances");
    assertThat(results("--plot", "history", "--scope", "first").err())
        .contains("there is no scope \"first\"; there are: last, all, average");
    assertThat(results("--svg", "plot.svg").err()).contains("--svg needs --plot");
    assertThat(results("--plot", "history", "--csv").exitCode()).isEqualTo(2);
    assertThat(results("--plot", "history", "--metric", "accuracy").err())
        .contains("no trial has ended with a value of accuracy; no report has that metric");
    assertThat(results("--plot", "history", "--columns", "20").err())
        .contains("a plot needs at least 40 columns, not 20");
    Files.createFile(directory.resolve("runs/search/run.json"));
    assertThat(results().err()).contains("is a run, not an experiment; `manta show` shows it");
  }
}
