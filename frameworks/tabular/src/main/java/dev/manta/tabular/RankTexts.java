package dev.manta.tabular;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.train.TrainContext;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// A text of each rank, on all of them.
public final class RankTexts {
  private RankTexts() {}

  /// What each rank says, in rank order; every rank calls it.
  public static List<String> gather(TrainContext<?> ctx, String mine) {
    Collectives collectives = ctx.collectives();
    byte[] own = mine.getBytes(StandardCharsets.UTF_8);
    long[] lengths = new long[ctx.worldSize()];
    collectives.allGather(Values.of(new long[] {own.length}), Values.of(lengths));
    byte[] all = new byte[Math.toIntExact(LongStream.of(lengths).sum())];
    collectives.allGather(bytes(own), bytes(all), LongStream.of(lengths).boxed().toList());
    return cut(all, lengths);
  }

  private static Values bytes(byte[] array) {
    return Values.of(MemorySegment.ofArray(array), ElementType.I8);
  }

  private static List<String> cut(byte[] all, long[] lengths) {
    List<String> texts = new ArrayList<>();
    int from = 0;
    for (long length : lengths) {
      texts.add(new String(all, from, (int) length, StandardCharsets.UTF_8));
      from += (int) length;
    }
    return texts;
  }
}
