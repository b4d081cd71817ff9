package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.wire.QueueLink;
import dev.manta.internal.wire.ToWorker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FrameWriterTest {
  private static final int FLOOD = 300_000;

  /// All that is written, in its order.
  private static List<ToWorker> drained(FrameWriter writer) throws Exception {
    QueueLink link = QueueLink.open();
    int count = writer.size();
    Thread thread = LocalThreads.start("drain", () -> writer.drainTo(link));
    List<ToWorker> read = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      read.add(ToWorker.read(received(link)));
    }
    writer.end();
    thread.join();
    return read;
  }

  private static byte[] received(QueueLink link) throws IOException {
    byte[] frame = link.other().receive();
    if (frame == null) {
      throw new AssertionError("the link has ended");
    }
    return frame;
  }

  @Test
  void framesComeInTheirOrderAndAllOfThem() throws Exception {
    var writer = new FrameWriter();
    writer.add(new ToWorker.Ping(1).frame());
    writer.add(new byte[0]);
    writer.add(new ToWorker.Ack(5).frame());
    writer.add(new ToWorker.Ping(2).frame());
    assertThat(drained(writer))
        .containsExactly(new ToWorker.Ping(1), new ToWorker.Ack(5), new ToWorker.Ping(2));
  }

  @Test
  void ofAFloodOnlyWhatIsSaidAgainIsLeftOut() throws Exception {
    var writer = new FrameWriter();
    writer.add(new ToWorker.Resize(3).frame());
    for (int i = 1; i <= FLOOD; i++) {
      writer.add(new ToWorker.Ack(i).frame());
      writer.add(new ToWorker.Ping(i).frame());
    }
    writer.add(new ToWorker.Stop(3, 0).frame());
    assertThat(writer.size()).isLessThan(100_001);
    List<ToWorker> read = drained(writer);
    assertThat(read.getFirst()).isEqualTo(new ToWorker.Resize(3));
    assertThat(read.getLast()).isEqualTo(new ToWorker.Stop(3, 0));
    assertThat(read).contains(new ToWorker.Ack(FLOOD), new ToWorker.Ping(FLOOD));
  }

  @Test
  void whatNothingReplacesIsKeptHoweverMuchItIs() {
    var writer = new FrameWriter();
    for (int i = 0; i < FLOOD; i++) {
      writer.add(new ToWorker.Dump(1).frame());
    }
    assertThat(writer.size()).isEqualTo(FLOOD);
  }
}
