package dev.manta.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.code.Code;
import dev.manta.internal.wire.WireException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RemoteMessagesTest {
  private static final WorkerSpec SPEC = new WorkerSpec("w1", "b", 2, 3);
  private static final String HASH = "0123456789abcdef".repeat(4);

  static Stream<ToNode> toNode() {
    return Stream.of(
        new ToNode.Hello(25, "25.0.1"),
        new ToNode.Prepare(0, new Code(List.of(new Code.Entry("core.jar", HASH, 1L << 40)))),
        new ToNode.Chunk(HASH, new byte[] {1, 2}, true),
        new ToNode.Look(7, 4711),
        open(new ToNode.Workers.Jvms(List.of("-Xmx1g")), Optional.empty()),
        open(new ToNode.Workers.Jvms(List.of()), Optional.of(List.of("w1", "w2"))),
        open(
            new ToNode.Workers.Interpreters(
                List.of("/usr/bin/python3", "-u"), Map.of("D", "/d"), List.of("LIBRARY")),
            Optional.empty()),
        new ToNode.Ready(1, SPEC),
        new ToNode.Begin(1, SPEC),
        new ToNode.Seat(1, SPEC),
        new ToNode.Send(1, "w1", new byte[] {9}),
        new ToNode.Kill(1, "w1"),
        new ToNode.AskBusy(1, "w1"),
        new ToNode.GiveUp(1, SPEC, 5),
        new ToNode.Fence(1, SPEC, 5),
        new ToNode.Adopt(1, SPEC, 5, -1),
        new ToNode.Lease(1, 2),
        new ToNode.Release(1),
        new ToNode.Close(1));
  }

  private static ToNode.Open open(ToNode.Workers workers, Optional<List<String>> kept) {
    var variables = new WorkerVariables(Map.of("A", "ü"), Map.of("B", ""), 2, 4);
    return new ToNode.Open(
        1,
        new ToNode.RunTerms("run-1", 3, Duration.ofSeconds(10), Duration.ofSeconds(15)),
        0,
        2,
        new ToNode.Start(workers, variables, Map.of("C", "1"), "/home"),
        kept);
  }

  static Stream<FromNode> fromNode() {
    return Stream.of(
        new FromNode.Welcome("b", 25, "25.0.1"),
        new FromNode.Lacks(0, List.of(HASH)),
        new FromNode.Prepared(0),
        new FromNode.NotPrepared(0, "the disk is full"),
        new FromNode.Looked(7, true),
        new FromNode.Leaving(Duration.ofSeconds(60), "drain"),
        new FromNode.Opened(1),
        new FromNode.Refused(1, "no part"),
        new FromNode.IsBusy(1, "w1", true),
        new FromNode.AskLease(1, 2),
        new FromNode.Closed(1),
        told(new WorkerNews.Connected("w1", 5)),
        told(new WorkerNews.Back("w1", new byte[] {1})),
        told(new WorkerNews.Frame("w1", new byte[0])),
        told(new WorkerNews.Printed("w1", new byte[] {'x'}, 1L << 33)),
        told(new WorkerNews.Gone("w1", new Exit.Status(3), "the last words")),
        told(new WorkerNews.Gone("w1", new Exit.Signal(9, "SIGKILL"), "")),
        told(new WorkerNews.Gone("w1", new Exit.Unseen(), "")),
        told(new WorkerNews.Gone("w1", new Exit.Unreachable("b", "silent"), "")),
        told(new WorkerNews.Gone("w1", new Exit.NotStarted("no java"), "")));
  }

  private static FromNode told(WorkerNews.OfWorker news) {
    return new FromNode.Told(1, news);
  }

  @Test
  void whatIsSaidToNodesIsReadAsItWasWritten() {
    List<ToNode> all = toNode().toList();
    List<byte[]> bytes = all.stream().map(ToNodeCodec::write).toList();
    List<ToNode> read = MessageBatch.toNode(MessageBatch.write(bytes));
    assertThat(read).usingRecursiveComparison().isEqualTo(all);
  }

  @Test
  void whatNodesSayIsReadAsItWasWritten() {
    List<FromNode> all = fromNode().toList();
    List<byte[]> bytes = all.stream().map(FromNodeCodec::write).toList();
    List<FromNode> read = MessageBatch.fromNode(MessageBatch.write(bytes));
    assertThat(read).usingRecursiveComparison().isEqualTo(all);
  }

  static Stream<Arguments> golden() {
    return Stream.of(
        Arguments.of(
            ToNodeCodec.write(new ToNode.Begin(1, SPEC)),
            "0c00000001000000027731000000016200000002" + "00000003"),
        Arguments.of(
            ToNodeCodec.write(new ToNode.Send(1, "w1", new byte[] {9})),
            "0e0000000100000002773100000001" + "09"),
        Arguments.of(
            FromNodeCodec.write(told(new WorkerNews.Frame("w1", new byte[] {7, 8}))),
            "16000000010000000277310000000207" + "08"),
        Arguments.of(
            FromNodeCodec.write(told(new WorkerNews.Gone("w1", new Exit.Status(3), "x"))),
            "180000000100000002773100000001000000030000000178"),
        Arguments.of(
            MessageBatch.write(List.of(ToNodeCodec.write(new ToNode.Close(1)))),
            "000000051500000001"));
  }

  /// Bytes that other releases of the same version write.
  @ParameterizedTest
  @MethodSource("golden")
  void bytesStayWhatTheyAre(byte[] written, String hex) {
    assertThat(HexFormat.of().formatHex(written)).isEqualTo(hex);
  }

  @Test
  void aKindThatNobodyKnowsIsRefusedByItsNumber() {
    byte[] strange = MessageBatch.write(List.of(new byte[] {99, 0, 0, 0, 1}));
    assertThatThrownBy(() -> MessageBatch.toNode(strange))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("99");
    assertThatThrownBy(() -> MessageBatch.fromNode(strange))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("99");
  }

  @Test
  void noBytesEndAReaderInAnotherWay() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    List<byte[]> valid =
        Stream.concat(toNode().map(ToNodeCodec::write), fromNode().map(FromNodeCodec::write))
            .map(each -> MessageBatch.write(List.of(each)))
            .toList();
    for (int i = 0; i < 50_000; i++) {
      byte[] frame = valid.get(random.nextInt(valid.size())).clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      byte[] cut = Arrays.copyOf(frame, random.nextInt(frame.length + 1));
      requireOnlyWireExceptions(random.nextBoolean() ? cut : frame, seed);
    }
  }

  private static void requireOnlyWireExceptions(byte[] frame, long seed) {
    try {
      MessageBatch.toNode(frame);
    } catch (WireException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    } catch (RuntimeException | Error other) {
      throw new AssertionError("seed " + seed + ": " + HexFormat.of().formatHex(frame), other);
    }
    try {
      MessageBatch.fromNode(frame);
    } catch (WireException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    } catch (RuntimeException | Error other) {
      throw new AssertionError("seed " + seed + ": " + HexFormat.of().formatHex(frame), other);
    }
  }
}
