package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.code.Code;
import dev.manta.internal.link.LinkEnd;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkTarget;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.MessageBatch;
import dev.manta.internal.remote.ToNode;
import dev.manta.internal.remote.ToNodeCodec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What a node says to a driver that is not what it should be; nothing is run for it.
@Timeout(300)
class StrangeDriverTest {
  private static final int JAVA = Runtime.version().feature();
  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension final NodeUnderTest node = new NodeUnderTest("near");

  @SuppressWarnings("NullAway.Init")
  private ResumableLink link;

  @BeforeEach
  void call() {
    var at = new InetSocketAddress("127.0.0.1", node.port());
    link =
        ResumableLink.call(
            LinkTarget.introduced(at, node.address().print()),
            PinnedTls.ofProcess(),
            LinkTerms.DEFAULT,
            _ -> {});
  }

  @AfterEach
  void hangUp() {
    link.close();
  }

  private void say(ToNode... messages) throws Exception {
    link.send(MessageBatch.write(Stream.of(messages).map(ToNodeCodec::write).toList()));
  }

  private FromNode heard() throws Exception {
    return MessageBatch.fromNode(link.receive(SOON).orElseThrow()).getLast();
  }

  private String ending() throws Exception {
    try {
      while (true) {
        assertThat(link.receive(SOON)).isPresent();
      }
    } catch (LinkLost over) {
      assertThat(over.end()).isInstanceOf(LinkEnd.ClosedByPeer.class);
      return over.end().words();
    }
  }

  @Test
  void anotherVersionIsRefusedAndBothAreNamed() throws Exception {
    link.send(Purpose.NODE.frame(ToNode.VERSION + 6));
    assertThat(ending())
        .contains("version " + (ToNode.VERSION + 6))
        .contains("version " + ToNode.VERSION);
  }

  @Test
  void anotherJdkIsRefusedAndBothAreNamed() throws Exception {
    link.send(Purpose.NODE.frame(ToNode.VERSION));
    say(new ToNode.Hello(JAVA + 1, "strange"));
    assertThat(ending()).contains("JDK " + (JAVA + 1)).contains("JDK " + JAVA);
  }

  @Test
  void whatIsNoMessageIsRefused() throws Exception {
    link.send(Purpose.NODE.frame(ToNode.VERSION));
    link.send(new byte[] {0, 0, 0, 1, 99});
    assertThat(ending()).contains("99");
  }

  @Test
  void aFileThatIsNotWhatItsHashSaysIsRefused() throws Exception {
    String hash = "ab".repeat(32);
    link.send(Purpose.NODE.frame(ToNode.VERSION));
    say(new ToNode.Hello(JAVA, "usual"));
    assertThat(heard()).isInstanceOf(FromNode.Welcome.class);
    say(new ToNode.Prepare(0, new Code(List.of(new Code.Entry("evil.jar", hash, 3)))));
    assertThat(heard()).isEqualTo(new FromNode.Lacks(0, List.of(hash)));
    say(new ToNode.Chunk(hash, new byte[] {1, 2, 3}, true));
    assertThat(heard())
        .isInstanceOfSatisfying(
            FromNode.NotPrepared.class,
            refused -> assertThat(refused.why()).contains("evil.jar").contains("SHA-256"));
  }

  @Test
  void aPieceThatNobodyHasAskedForIsRefused() throws Exception {
    link.send(Purpose.NODE.frame(ToNode.VERSION));
    say(new ToNode.Hello(JAVA, "usual"), new ToNode.Chunk("cd".repeat(32), new byte[1], true));
    assertThat(ending()).contains("nobody has asked for");
  }
}
