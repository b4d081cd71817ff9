package dev.manta.bench.hosts;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import dev.manta.testkit.hosts.Hosts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A cluster of several hosts, against Ray Train on hosts of the same kind, and encrypted
/// collectives between hosts against Gloo's, which are plain.
public final class HostsBenchmark implements Benchmark {
  private static final double START_SECONDS = 2;
  private static final double FIRST_SECONDS = 1.5;
  private static final double FIRST_TIMES_RAY = 8;
  private static final double KILL_TIMES_RAY = 5;
  private static final double REPORTS_A_SECOND = 30_000;
  private static final double DAEMON_MB = 200;
  private static final double TIMES_GLOO = 0.9;

  private static final List<Question> AGAINST_RAY =
      List.of(
          Question.low("head", "head ready", "s", Bar.of(START_SECONDS)),
          Question.low("joined", "node joined", "s", Bar.of(START_SECONDS)),
          Question.low("first", "fit() to first step, 2 hosts", "s", Bar.of(FIRST_SECONDS)),
          Question.low(
              "first",
              "fit() to first step, 2 hosts, against ray",
              "s",
              Bar.timesPeer(FIRST_TIMES_RAY)),
          Question.low("kill", "host killed to next step", "s", Bar.timesPeer(KILL_TIMES_RAY)),
          Question.high("reports", "reports through a node", "/s", Bar.of(REPORTS_A_SECOND)),
          Question.low("rss", "memory of the largest daemon", "MB", Bar.of(DAEMON_MB)),
          Question.low("code", "60 MB of code to 3 hosts at 100 Mbit/s", "s", Bar.none()));

  @Override
  public String name() {
    return "hosts";
  }

  @Override
  public String summary() {
    return "a cluster of hosts made of namespaces: start, first step, a host killed; needs root";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Optional<String> whyNot = Hosts.whyNot();
    if (whyNot.isPresent()) {
      context.progress().accept("skipped: " + whyNot.get());
      return List.of();
    }
    try (var cache = Scratch.make()) {
      return measure(context, new MantaHosts(cache.path(), context.progress()));
    }
  }

  private static List<BenchResult> measure(BenchContext context, MantaHosts hosts)
      throws IOException, InterruptedException {
    context.progress().accept("a first cluster, so that start-up caches are made");
    double code = hosts.warmUp();
    List<Samples> samples =
        context.alternate(
            () -> all(hosts, code),
            List.of(
                rival(context, "ray", "ray", new RayHosts(context.peers())::measure),
                rival(context, "Gloo", "torch", () -> HostAllReduce.gloo(context.peers()))));
    List<BenchResult> results = new ArrayList<>();
    AGAINST_RAY.forEach(question -> results.add(question.answer(samples.getFirst())));
    againstGloo().forEach(question -> results.add(question.answer(samples.getLast())));
    return results;
  }

  private static Map<String, Double> all(MantaHosts hosts, double code)
      throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>(hosts.measure());
    figures.put("code", code);
    figures.putAll(HostAllReduce.manta());
    return figures;
  }

  private static Rival rival(BenchContext context, String name, String module, Subject subject)
      throws IOException, InterruptedException {
    return new Rival(name, context.peers().has(module) ? Optional.of(subject) : Optional.empty());
  }

  private static List<Question> againstGloo() {
    List<Question> questions = new ArrayList<>();
    for (int ranks : HostAllReduce.RANKS) {
      for (String load : HostAllReduce.LOADS) {
        questions.add(
            Question.low(
                HostAllReduce.figure(ranks, load),
                "%s, %s ranks on hosts, encrypted".formatted(load, ranks),
                "us",
                Bar.timesPeer(TIMES_GLOO)));
      }
    }
    return questions;
  }
}
