package dev.manta.bench.collective;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import dev.manta.internal.collective.NetworkSettings.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The sum of floats over 2, 4 and 8 processes of this machine, against Gloo and Open MPI.
public final class AllReduceBenchmark implements Benchmark {
  private static final int[] RANKS = {2, 4, 8};

  @Override
  public String name() {
    return "allreduce";
  }

  @Override
  public String summary() {
    return "allReduce of 4 KB to 100 MB over 2, 4 and 8 processes, against Gloo and Open MPI";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    List<BenchResult> results = new ArrayList<>();
    for (int ranks : RANKS) {
      results.addAll(measure(context, ranks));
    }
    return results;
  }

  private static List<BenchResult> measure(BenchContext context, int ranks)
      throws IOException, InterruptedException {
    var gloo = new Rival("Gloo", gloo(context, ranks).map(AllReduceBenchmark::forAll));
    var mpi = new Rival("Open MPI", OpenMpi.allReduce(ranks).map(AllReduceBenchmark::forAll));
    List<Samples> samples = context.alternate(() -> manta(ranks), List.of(gloo, mpi));
    List<BenchResult> results = new ArrayList<>();
    for (Way way : Way.values()) {
      Load.ALL.forEach(
          load -> results.add(ask(way, ranks, load, bar(way, ranks, load)).answer(samples.get(0))));
    }
    Load.ALL.forEach(
        load -> results.add(ask(Way.BORN, ranks, load, Bar.timesPeer(1)).answer(samples.get(1))));
    return results;
  }

  /// What is asked of a way against Gloo, which goes over plain sockets.
  private static Bar bar(Way way, int ranks, Load load) {
    boolean two = ranks == 2;
    return switch (way) {
      case BORN -> bornBar(ranks, load);
      case COPIED -> Bar.timesPeer(two ? 4 : 2.5);
      case PLAIN -> Bar.timesPeer(two ? 2.5 : 1.2);
      case TLS -> Bar.none();
    };
  }

  private static Optional<Subject> gloo(BenchContext context, int ranks)
      throws IOException, InterruptedException {
    return context
        .peers()
        .script("torch", List.of("gloo_allreduce.py"), List.of(Integer.toString(ranks)));
  }

  private static Bar bornBar(int ranks, Load load) {
    if (ranks > 2) {
      return Bar.none();
    }
    return switch (load.label()) {
      case "4KB" -> Bar.timesPeer(100);
      case "16MB" -> Bar.timesPeer(10);
      case "100MB" -> Bar.timesPeer(6);
      default -> Bar.none();
    };
  }

  private static Question ask(Way way, int ranks, Load load, Bar bar) {
    String name = "%s, %s ranks, %s".formatted(load.label(), ranks, way.words());
    return Question.low(way.figure(ranks, load), name, "us", bar);
  }

  /// A peer knows one way; its figures stand for each of ours.
  private static Subject forAll(Subject peer) {
    return () -> {
      Map<String, Double> figures = new HashMap<>();
      for (var figure : peer.measure().entrySet()) {
        for (Way way : Way.values()) {
          figures.put(way + "." + figure.getKey(), figure.getValue());
        }
      }
      return figures;
    };
  }

  private static Map<String, Double> manta(int ranks) throws IOException, InterruptedException {
    Map<String, Double> figures = new HashMap<>();
    figures.putAll(figures(AllReduceRank.class, ranks, 2, List.of()));
    for (Links links : Links.values()) {
      figures.putAll(figures(SocketRank.class, ranks, 1, List.of(links.toString())));
    }
    return figures;
  }

  private static Map<String, Double> figures(
      Class<?> program, int ranks, int ways, List<String> arguments)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        GroupProcesses processes = new GroupProcesses(program, ranks, scratch.path(), arguments)) {
      processes.form(1, IntStream.range(0, ranks).boxed().toList());
      Map<String, Double> figures = new HashMap<>();
      for (int i = 0; i < ways * Load.ALL.size(); i++) {
        String[] figure = processes.answer(0, "figure").split(" ", -1);
        figures.put(figure[0], Double.valueOf(figure[1]));
      }
      return figures;
    }
  }
}
