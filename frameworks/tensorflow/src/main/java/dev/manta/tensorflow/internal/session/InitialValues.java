package dev.manta.tensorflow.internal.session;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.spi.tensors.StateFile;
import dev.manta.train.Part;
import dev.manta.train.TrainContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes variables begin with the same values on every rank: those of rank 0; and sees whether they
/// stay so.
final class InitialValues {
  private static final long NOBODY = Long.MAX_VALUE;

  private InitialValues() {}

  static void spread(TrainContext<?> ctx, LiveVariables variables) {
    if (ctx.worldSize() == 1) {
      return;
    }
    requireSame(ctx, variables.outline());
    variables.read();
    ctx.collectives().broadcast(variables.values(), ElementType.I8, 0);
    variables.write();
  }

  /// Every rank throws where one of them has made other variables.
  private static void requireSame(TrainContext<?> ctx, String outline) {
    String first = ctx.broadcast(outline);
    long[] differs = {outline.equals(first) ? NOBODY : ctx.rank()};
    ctx.collectives().allReduce(differs, Op.MIN);
    if (differs[0] != NOBODY) {
      int rank = (int) differs[0];
      throw different(rank, lines(outlineOf(ctx, rank, outline)), lines(first));
    }
  }

  private static String outlineOf(TrainContext<?> ctx, int rank, String own) {
    byte[] bytes = of(ctx, rank, own.getBytes(StandardCharsets.UTF_8));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// What one rank has, on every rank.
  static byte[] of(TrainContext<?> ctx, int rank, byte[] own) {
    if (ctx.worldSize() == 1) {
      return own;
    }
    long[] length = {own.length};
    ctx.collectives().broadcast(Values.of(length), rank);
    byte[] bytes = Arrays.copyOf(own, (int) length[0]);
    ctx.collectives().broadcast(Values.of(bytes), rank);
    return bytes;
  }

  private static List<String> lines(String outline) {
    return outline.isEmpty() ? List.of() : Arrays.asList(outline.split("\n", -1));
  }

  private static IllegalArgumentException different(
      int rank, List<String> own, List<String> firsts) {
    return new IllegalArgumentException(
        "variables differ over ranks: rank %s has %s, and rank 0 has %s; make the same graph on every rank, with names and shapes that do not depend on the rank or its data"
            .formatted(rank, besides(own, firsts), besides(firsts, own)));
  }

  /// What only the first list has; of many the first.
  private static String besides(List<String> own, List<String> others) {
    List<String> only = new ArrayList<>(own);
    only.removeAll(others);
    return switch (only.size()) {
      case 0 -> own.equals(others) ? "the same" : "nothing else, in another order";
      case 1 -> only.getFirst();
      default -> only.getFirst() + " and " + (only.size() - 1) + " more";
    };
  }

  /// Every rank throws where values differ.
  static void requireEqual(TrainContext<?> ctx, LiveVariables variables) {
    List<Part> parts = variables.parts();
    long[] least = parts.stream().mapToLong(InitialValues::checksum).toArray();
    long[] most = least.clone();
    ctx.collectives().allReduce(least, Op.MIN);
    ctx.collectives().allReduce(most, Op.MAX);
    for (int i = 0; i < least.length; i++) {
      if (least[i] != most[i]) {
        throw new IllegalStateException(
            "variable \"%s\" differs over ranks after a step: something else than the averaged gradient changes it, such as a batch normalization that keeps means of each rank's rows, or an assignment in the graph; leave it out, or use a layer normalization"
                .formatted(parts.get(i).name()));
      }
    }
  }

  private static long checksum(Part part) {
    return StateFile.checksum(List.of(part.memory()));
  }
}
