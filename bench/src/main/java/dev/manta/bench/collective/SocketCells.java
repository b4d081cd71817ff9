package dev.manta.bench.collective;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import dev.manta.internal.collective.Network.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The cells of the allReduce benchmark that go over sockets, plain and encrypted, against Gloo,
/// which goes over plain ones.
final class SocketCells {
  private SocketCells() {}

  static List<BenchResult> measure(BenchContext context, int ranks, Optional<Subject> gloo)
      throws IOException, InterruptedException {
    Samples samples = context.alternate("Gloo", () -> manta(ranks), gloo.map(SocketCells::both));
    List<BenchResult> results = new ArrayList<>();
    for (Load load : Load.ALL) {
      Bar plain = Bar.timesPeer(ranks == 2 ? 2.5 : 1.2);
      results.add(ask(Links.PLAIN, ranks, load, plain).answer(samples));
      results.add(ask(Links.TLS, ranks, load, Bar.none()).answer(samples));
    }
    return results;
  }

  private static Question ask(Links links, int ranks, Load load, Bar bar) {
    String kind = links == Links.PLAIN ? "plain TCP" : "TLS 1.3";
    String name = "%s, %d ranks, %s".formatted(load.label(), ranks, kind);
    return Question.low(figure(links, ranks, load.label()), name, "us", bar);
  }

  private static String figure(Links links, int ranks, String label) {
    return links + "." + ranks + "." + label;
  }

  private static Subject both(Subject gloo) {
    return () -> {
      Map<String, Double> figures = new HashMap<>();
      for (var figure : gloo.measure().entrySet()) {
        for (Links links : Links.values()) {
          figures.put(links + "." + figure.getKey(), figure.getValue());
        }
      }
      return figures;
    };
  }

  private static Map<String, Double> manta(int ranks) throws IOException, InterruptedException {
    Map<String, Double> figures = new HashMap<>();
    for (Links links : Links.values()) {
      figures.putAll(manta(ranks, links));
    }
    return figures;
  }

  private static Map<String, Double> manta(int ranks, Links links)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make();
        Crew crew = new Crew(SocketRank.class, ranks, scratch.path(), List.of(links.toString()))) {
      crew.form(1, IntStream.range(0, ranks).boxed().toList());
      Map<String, Double> figures = new HashMap<>();
      for (int i = 0; i < Load.ALL.size(); i++) {
        String[] figure = crew.answer(0, "figure").split(" ", -1);
        figures.put(figure[0], Double.valueOf(figure[1]));
      }
      return figures;
    }
  }
}
