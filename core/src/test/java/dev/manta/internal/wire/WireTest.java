package dev.manta.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Frames survive the trip, and nothing else passes for one.
class WireTest {
  /// How many kinds of message there are.
  private static int kinds(Class<?> type) {
    return type.isRecord()
        ? 1
        : Arrays.stream(type.getPermittedSubclasses()).mapToInt(WireTest::kinds).sum();
  }

  @Test
  void everyMessageOfAWorkerReadsBackAsItself() {
    for (ToController message : Messages.TO_CONTROLLER) {
      assertThat(ToController.read(message.frame())).usingRecursiveComparison().isEqualTo(message);
    }
  }

  @Test
  void everyMessageOfTheControllerReadsBackAsItself() {
    for (ToWorker message : Messages.TO_WORKER) {
      assertThat(ToWorker.read(message.frame())).usingRecursiveComparison().isEqualTo(message);
    }
  }

  @Test
  void theListOfMessagesIsComplete() {
    assertThat(kinds(Messages.TO_CONTROLLER.stream())).hasSize(kinds(ToController.class));
    assertThat(kinds(Messages.TO_WORKER.stream())).hasSize(kinds(ToWorker.class));
  }

  @Test
  void aFrameCutOffAnywhereIsRefused() {
    for (ToWorker message : Messages.TO_WORKER) {
      byte[] frame = message.frame();
      for (int length = 0; length < frame.length; length++) {
        byte[] cut = Arrays.copyOf(frame, length);
        assertThatThrownBy(() -> ToWorker.read(cut)).isInstanceOf(WireException.class);
      }
    }
  }

  @Test
  void aFrameWhosePayloadIsCutOffButWhoseLengthFitsIsRefused() {
    byte[] frame = new ToController.Ready(1, "offer").frame();
    byte[] cut = Arrays.copyOf(frame, frame.length - 2);
    cut[3] = (byte) (cut[3] - 2);
    assertThatThrownBy(() -> ToController.read(cut))
        .isInstanceOf(WireException.class)
        .hasMessage("a frame of type 2 is too short for a field of 5 bytes");
  }

  @Test
  void aFrameWithBytesLeftOverIsRefused() {
    byte[] frame = new ToController.Unwound(1, "", ToController.Held.NOTHING).frame();
    byte[] longer = Arrays.copyOf(frame, frame.length + 3);
    longer[3] = (byte) (longer[3] + 3);
    assertThatThrownBy(() -> ToController.read(longer))
        .hasMessage("a frame of type 10 is 3 bytes too long");
  }

  @Test
  void wordsThatNobodyWouldReadAreCutInTheMiddleSoThatWhatHappenedIsStillTold() {
    String words = "begin" + "x".repeat(17_000_000) + "end";
    List<ToController> told =
        List.of(
            new ToController.Failed(1, 1, words, words, words, words),
            new ToController.Stacks(1, words),
            new ToController.PartFailed(1, 1, 1, words),
            new ToController.RolledBack(1, 1, words),
            new ToController.Stays(1, words),
            new ToController.Unwound(1, words, ToController.Held.NOTHING),
            new ToController.Noticed(1, 1, words),
            new ToController.Waiting(1, words, 1, List.of()));
    assertThat(told).allSatisfy(message -> assertThat(message.frame()).hasSizeLessThan(1 << 20));
    assertThat(((ToController.Stacks) ToController.read(told.get(1).frame())).text())
        .startsWith("begin")
        .contains("characters left out")
        .endsWith("end");
    assertThat(new ToWorker.Abort(1, words, false).frame()).hasSizeLessThan(1 << 20);
    assertThat(new ToWorker.NotCommitted(1, 1, words).frame()).hasSizeLessThan(1 << 20);
  }

  @Test
  void anotherVersionIsNamed() {
    byte[] frame = new ToWorker.Leave().frame();
    frame[4] = 9;
    assertThatThrownBy(() -> ToWorker.read(frame))
        .hasMessageContaining("speaks version 9 of the protocol, this one version 2");
  }

  @Test
  void aMessageOfTheOtherSideIsNoMessageToThisOne() {
    assertThatThrownBy(() -> ToWorker.read(new ToController.Pong(1).frame()))
        .hasMessage("a frame of type 14 is not a message to the worker");
  }

  @Test
  void aListThatClaimsMoreElementsThanBytesTakesNoMemory() {
    byte[] frame = new ToWorker.Go(1, List.of("x")).frame();
    frame[Frame.HEADER_BYTES] = 0x7f;
    assertThatThrownBy(() -> ToWorker.read(frame)).hasMessageContaining("too short for 2130706433");
  }

  @Test
  void aMessageThatDoesNotFitIntoAFrameSaysSo() {
    var report = new ToController.Report(1, 0, 1, 1, 0, 0, 0, "", new byte[Frame.BYTES_MAX]);
    assertThatThrownBy(report::frame)
        .isInstanceOf(WireException.class)
        .hasMessageContaining("above the limit of 16777216 bytes");
  }

  @Test
  void garbageIsRefusedAndNeverCrashes() {
    Random random = new Random(20_260_101);
    for (int i = 0; i < 20_000; i++) {
      byte[] frame = damaged(random);
      assertReadsOrRefuses(frame, ToController::read);
      assertReadsOrRefuses(frame, ToWorker::read);
    }
  }

  private static byte[] damaged(Random random) {
    int count = Messages.TO_CONTROLLER.size() + Messages.TO_WORKER.size();
    int pick = random.nextInt(count);
    byte[] frame =
        pick < Messages.TO_CONTROLLER.size()
            ? Messages.TO_CONTROLLER.get(pick).frame()
            : Messages.TO_WORKER.get(pick - Messages.TO_CONTROLLER.size()).frame();
    for (int i = random.nextInt(4); i >= 0; i--) {
      frame[random.nextInt(frame.length)] = (byte) random.nextInt();
    }
    return frame;
  }

  private static void assertReadsOrRefuses(byte[] frame, Function<byte[], ?> read) {
    try {
      assertThat(read.apply(frame)).isNotNull();
    } catch (WireException refused) {
      assertThat(refused).hasMessageMatching(".*(frame|protocol).*");
    }
  }

  private static Stream<? extends Class<?>> kinds(Stream<?> messages) {
    return messages.map(Object::getClass).distinct();
  }
}
