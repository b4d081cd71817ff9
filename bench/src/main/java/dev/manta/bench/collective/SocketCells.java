package dev.manta.bench.collective;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.internal.collective.Network.Links;
import java.util.ArrayList;
import java.util.List;

/// The cells of the allReduce benchmark that go over sockets, plain and encrypted, against Gloo,
/// which goes over plain ones.
final class SocketCells {
  private SocketCells() {}

  static List<BenchResult> judge(int ranks, Samples samples) {
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
}
