package dev.manta.bench.command;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Peers;
import dev.manta.spi.json.Bind;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta bench [NAME]`
@Command(
    name = "bench",
    description = {
      "Measures Manta and the installed peers alternately and holds both against a bar.",
      "Without a name it lists what can be measured."
    })
public final class BenchCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "What to measure.")
  private @Nullable String name;

  @Option(
      names = "--with",
      paramLabel = "FRAMEWORK",
      description = "Measure with a framework: torch.")
  private @Nullable String framework;

  @Option(names = "--json", description = "Print the results, or one benchmark a line, as JSON.")
  private boolean json;

  @Option(
      names = "--check",
      description = {
        "Exit with status 1 when a bar is missed, or the peer of a bar is not installed.",
        "A bar missed while the machine's own speed varied, or others kept it busy, is NOISY and"
            + " does not count."
      })
  private boolean check;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each side is measured (default: 5; 9 for ddp).")
  private @Nullable Integer rounds;

  @Option(
      names = "--first-seed",
      paramLabel = "SEED",
      description =
          "The seed of the first round of search; each further round has the next (default: 1000,"
              + " as its settings were chosen with smaller ones).")
  private @Nullable Long firstSeed;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String wanted = name;
    if (wanted == null) {
      return list();
    }
    return measure(framework == null ? wanted : wanted + "-" + framework);
  }

  /// A benchmark that can be measured, as a machine reads it.
  record Entry(String name, String summary) {}

  private int list() {
    for (Benchmark each : Benchmarks.all()) {
      out().println(json ? entry(each) : "%-14s %s".formatted(each.name(), each.summary()));
    }
    out().flush();
    return 0;
  }

  private static String entry(Benchmark each) {
    return Bind.write(new Entry(each.name(), each.summary())).text();
  }

  private int measure(String wanted) throws IOException, InterruptedException {
    Benchmark benchmark = Benchmarks.named(wanted).orElseThrow(() -> unknown(wanted));
    Integer asked = rounds;
    int times = asked == null ? benchmark.rounds() : asked;
    if (times < 1) {
      throw new ParameterException(line(), "--rounds must be at least 1, not " + times);
    }
    var context =
        new BenchContext(
            Peers.installed(System.getenv()), times, this::say, asked(benchmark, firstSeed));
    List<BenchResult> results = benchmark.run(context);
    print(results);
    return check ? judge(results) : 0;
  }

  private OptionalLong asked(Benchmark benchmark, @Nullable Long seed) {
    if (seed == null) {
      return OptionalLong.empty();
    }
    if (!benchmark.hasSeeds()) {
      throw new ParameterException(
          line(), "--first-seed is for search; the rounds of " + benchmark.name() + " are equal");
    }
    if (seed < 0) {
      throw new ParameterException(line(), "--first-seed must be at least 0, not " + seed);
    }
    return OptionalLong.of(seed);
  }

  private void print(List<BenchResult> results) {
    if (json) {
      out().println(text(results));
    } else {
      Table.lines(results).forEach(out()::println);
      if (results.stream().anyMatch(r -> r.peer().isEmpty() && !r.peerName().isEmpty())) {
        say(Peers.HOW_TO_INSTALL);
      }
    }
    out().flush();
  }

  private int judge(List<BenchResult> results) {
    Verdict verdict = Verdict.of(results);
    verdict.lines().forEach(this::say);
    return verdict.status();
  }

  /// The results as a JSON list, one result a line.
  static String text(List<BenchResult> results) {
    return results.stream()
        .map(result -> Bind.write(result).text())
        .collect(Collectors.joining(",\n ", "[", "]"));
  }

  private ParameterException unknown(String wanted) {
    String known = String.join(", ", Benchmarks.all().stream().map(Benchmark::name).toList());
    return new ParameterException(
        line(), "there is no benchmark \"" + wanted + "\"; there are: " + known);
  }

  private void say(String line) {
    PrintWriter err = line().getErr();
    err.println("bench: " + line);
    err.flush();
  }

  private PrintWriter out() {
    return line().getOut();
  }

  private CommandLine line() {
    CommandSpec mine = spec;
    if (mine == null) {
      throw new IllegalStateException("the command was not made by picocli");
    }
    return mine.commandLine();
  }
}
