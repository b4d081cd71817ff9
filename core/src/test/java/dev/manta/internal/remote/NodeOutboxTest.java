package dev.manta.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class NodeOutboxTest {
  private final NodeOutbox outbox = new NodeOutbox();

  private static byte[] message(int number) {
    return ToNodeCodec.write(new ToNode.Close(number));
  }

  private List<Integer> taken() throws InterruptedException {
    return MessageBatch.toNode(outbox.take().orElseThrow()).stream()
        .map(each -> ((ToNode.Close) each).group())
        .toList();
  }

  @Test
  void manySmallMessagesGoInOneFrameInTheirOrder() throws Exception {
    for (int i = 1; i <= 3; i++) {
      outbox.add(message(i));
    }
    assertThat(taken()).containsExactly(1, 2, 3);
  }

  @Test
  void aFrameHasMuchOrOneLongMessage() throws Exception {
    var chunk = new ToNode.Chunk("", new byte[200 << 10], false);
    outbox.add(ToNodeCodec.write(chunk));
    outbox.add(ToNodeCodec.write(chunk));
    assertThat(MessageBatch.toNode(outbox.take().orElseThrow())).hasSize(1);
    assertThat(MessageBatch.toNode(outbox.take().orElseThrow())).hasSize(1);
  }

  @Test
  void whereVeryMuchWaitsWhatALaterOneSaysAgainIsLeftOut() throws Exception {
    outbox.add(message(1));
    for (int i = 2; i <= 250_000; i++) {
      outbox.add(message(i), "ping");
    }
    outbox.add(message(250_001));
    assertThat(outbox.waiting()).isLessThan(250_000L * message(1).length);
    assertThat(taken()).startsWith(1);
  }

  @Test
  void whatANodeMustHearFirstGoesBeforeWhatWaits() throws Exception {
    outbox.add(message(3));
    outbox.lead(List.of(message(1), message(2)));
    assertThat(taken()).containsExactly(1, 2, 3);
  }

  @Test
  void onceItIsClosedWhatWaitsIsGivenOutAndThenNothing() throws Exception {
    outbox.add(message(1));
    outbox.close();
    outbox.add(message(2));
    assertThat(taken()).containsExactly(1);
    assertThat(outbox.take()).isEmpty();
  }
}
