package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportWindowTest {
  /// A report of 72 bytes of metrics counts as 200, so two of them fill a half.
  private final ReportWindow window = new ReportWindow(new ReportWindow.Limits(10, 400, 200));

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      window.sent(72);
    }
  }

  @Test
  void onlySoManyReportsAreOnTheirWay() {
    var many = new ReportWindow(new ReportWindow.Limits(3, 1 << 20, 1 << 20));
    for (int i = 0; i < 3; i++) {
      assertThat(many.hasRoom(0)).isTrue();
      many.sent(0);
    }
    assertThat(many.hasRoom(0)).isFalse();
    many.acknowledge(1);
    assertThat(many.hasRoom(0)).isTrue();
  }

  @Test
  void theOlderHalfMustBeDurableWhenTheNewerOneIsFull() {
    send(4);
    assertThat(window.awaited(72)).isEqualTo(2);
    window.acknowledge(1);
    assertThat(window.hasRoom(72)).isFalse();
    window.acknowledge(2);
    assertThat(window.hasRoom(72)).isTrue();
  }

  @Test
  void ranksShareTheBytesDownToALeastPart() {
    window.share(2);
    send(2);
    assertThat(window.hasRoom(72)).isFalse();
    window.share(100);
    assertThat(window.awaited(72)).isEqualTo(1);
  }

  @Test
  void anAcknowledgementThatComesLateTakesNothingBack() {
    send(2);
    window.acknowledge(2);
    window.acknowledge(1);
    assertThat(window.acknowledged()).isEqualTo(2);
  }
}
