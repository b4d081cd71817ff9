package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.wire.QueueLink;
import dev.manta.internal.wire.ToController;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ReportSenderTest {
  private static final ReportSender.Stand STAND = new ReportSender.Stand(1, 0);

  private final QueueLink link = QueueLink.open();
  private final ControllerChannel channel = new ControllerChannel(link);
  private final ReportSender reports = new ReportSender(channel);
  private final Gate gate = new Gate(1);

  private void send(String text) {
    reports.send(gate, 0, STAND, new ReportSender.Brought(0, ""), Metrics.of("text", text));
  }

  private ToController.Report received() {
    byte[] frame = Objects.requireNonNull(link.other().receive());
    return (ToController.Report) ToController.read(frame);
  }

  @Test
  void aReportThatWasRefusedIsNotCounted() {
    assertThatThrownBy(() -> send("x".repeat(17_000_000))).hasMessageContaining("checkpoint");

    send("small");

    assertThat(received().sequence()).isEqualTo(1);
  }

  @Test
  void aReportThatWasRefusedIsNotSaidAgainToAnotherController() {
    channel.last();
    assertThatThrownBy(() -> send("x".repeat(17_000_000))).isInstanceOf(RuntimeException.class);

    assertThat(channel.repeats().all()).isEmpty();
  }

  @Test
  void reportsWaitWhileTooManyBytesAreNotDurableAndProceedWhenTheyAre() throws Exception {
    var third = new CountDownLatch(1);
    send("w".repeat(5_000_000));
    send("x".repeat(5_000_000));
    Thread function =
        Thread.ofPlatform()
            .start(
                () -> {
                  send("y".repeat(5_000_000));
                  third.countDown();
                });
    assertThat(received().sequence()).isEqualTo(1);
    assertThat(received().sequence()).isEqualTo(2);
    assertThat(third.await(200, TimeUnit.MILLISECONDS)).isFalse();

    reports.acknowledge(1);

    assertThat(received().sequence()).isEqualTo(3);
    assertThat(function.join(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void aReportAsLargeAsAFrameDoesNotWaitForItself() {
    send("x".repeat(16_000_000));

    assertThat(received().sequence()).isEqualTo(1);
  }

  @Test
  void manyRanksShareWhatTheDriverMayHold() throws Exception {
    reports.share(100);
    var third = new CountDownLatch(1);
    send("w".repeat(80_000));
    send("x".repeat(80_000));
    Thread function =
        Thread.ofPlatform()
            .start(
                () -> {
                  send("y".repeat(80_000));
                  third.countDown();
                });
    assertThat(third.await(200, TimeUnit.MILLISECONDS)).isFalse();

    reports.acknowledge(1);

    assertThat(function.join(Duration.ofSeconds(30))).isTrue();
  }
}
