package dev.manta.internal.collective.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.tcp.link.LinkEncryption;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpEngineTest {
  static final Reduction SUM =
      new Reduction(ElementType.F32, Op.SUM, false, new Reduction.Everyone());

  @ParameterizedTest
  @CsvSource({
    "1, 5",
    "2, 0",
    "2, 1",
    "2, 1024",
    "3, 100003",
    "4, 1000000",
    "5, 17",
    "8, 262144",
    "2, 4000000",
    "4, 2200001",
    "5, 2500000"
  })
  void everyRankGetsTheFoldInRankOrder(int size, int count) throws Exception {
    float[][] inputs = inputs(size, count);
    float[] expected = fold(inputs);
    try (Ranks ranks = Ranks.plain(size)) {
      List<float[]> results =
          ranks.run(
              (rank, engine) -> {
                MemorySegment memory = MemorySegment.ofArray(inputs[rank].clone());
                engine.reduce(allReduce(1, count), SUM, memory, memory);
                return memory.toArray(java.lang.foreign.ValueLayout.JAVA_FLOAT);
              });
      results.forEach(result -> assertThat(Arrays.mismatch(result, expected)).isEqualTo(-1));
    }
  }

  @Test
  void aReceiveEndsWithTheGroupEvenIfNobodyEverSentAnything() throws Exception {
    CallHeader message =
        new CallHeader(0, CallHeader.signature(CallKind.SEND, ElementType.F32, 0), 1, 0, 0, 0);
    try (Ranks ranks = new Ranks(2, LinkEncryption.NONE, Duration.ofDays(1))) {
      Engine receiver = ranks.engine(0);
      Future<?> waiting =
          ranks.start(
              () -> {
                receiver.receive(message, 1, MemorySegment.ofArray(new float[1]));
                return true;
              });
      ranks.engine(1).abort(new Cause.Requested("enough"));
      assertThatThrownBy(() -> Ranks.get(waiting))
          .isInstanceOf(CollectiveAborted.class)
          .hasMessageContaining("enough");
    }
  }

  static CallHeader allReduce(long sequence, long count) {
    long signature = CallHeader.signature(CallKind.ALL_REDUCE, ElementType.F32, Op.SUM, 0);
    return new CallHeader(sequence, signature, count, 0, 0, 0);
  }

  static float[][] inputs(int size, int count) {
    Random random = new Random(size * 31L + count);
    float[][] inputs = new float[size][count];
    for (float[] input : inputs) {
      for (int i = 0; i < count; i++) {
        input[i] = random.nextFloat() * (1 << random.nextInt(20));
      }
    }
    return inputs;
  }

  static float[] fold(float[][] inputs) {
    float[] sum = inputs[0].clone();
    for (float[] next : Arrays.asList(inputs).subList(1, inputs.length)) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += next[i];
      }
    }
    return sum;
  }
}
