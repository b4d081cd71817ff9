package dev.manta.cluster.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadInput;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeskCodecTest {
  private static final Member MEMBER = new Member("a", "c0ffee", "10.0.0.1", 6_379, 40_001, true);
  private static final MemberList LIST =
      new MemberList(5, 2, "/shared", List.of(MEMBER), Set.of("one that was forgotten"));
  private static final Resources EACH = Resources.cpus(1).withGpus(0.5);

  @Test
  void whatAHeadSaysIsReadAsItWasWritten() throws Exception {
    List<HeadSays> said =
        List.of(
            new HeadSays.Reigns(5),
            new HeadSays.Asks(5, new HeadEffect.Reserve("a", 1, "digits", 2, EACH)),
            new HeadSays.Asks(5, new HeadEffect.Release("a", 2, "digits")),
            new HeadSays.Asks(5, new HeadEffect.Drain("a", 3)),
            new HeadSays.Introduces(5, "digits", "c0ffee"),
            new HeadSays.Leaves(5, Duration.ofSeconds(60), "manta drain"),
            new HeadSays.Lists(LIST));
    for (HeadSays message : said) {
      assertThat(DeskCodec.headSays(DeskCodec.write(message))).isEqualTo(message);
    }
    assertThat(HexFormat.of().formatHex(DeskCodec.write(said.get(2))))
        .isEqualTo(
            "03" + "0000000000000005" + "0000000161" + "0000000000000002" + "00000006646967697473");
  }

  @Test
  void whatNewcomersAndHeadsSayIsReadAsItWasWritten() throws Exception {
    List<JoinMessage> said =
        List.of(
            new JoinMessage.Asks(new Newcomer(MEMBER, "0.1.0", 25)),
            new JoinMessage.Joined("a", LIST, List.of("manta-join")),
            new JoinMessage.NotJoined("the name a is taken"),
            new JoinMessage.Elsewhere(List.of(new HeadAddress("b", 1, "p"))),
            new JoinMessage.Looks(),
            new JoinMessage.Seen("a", 5, 3));
    for (JoinMessage message : said) {
      assertThat(DeskCodec.join(DeskCodec.write(message))).isEqualTo(message);
    }
  }

  @Test
  void anAccountIsTheSameAfterItWasOnDisk() throws Exception {
    Node node = new Node("a", Resources.cpus(4).withGpus(2), List.of("T4", "T4"), Map.of());
    NodeAccount account =
        NodeAccount.of(node)
            .hear(new HeadSays.Reigns(5))
            .hear(new HeadSays.Introduces(5, "digits", "c0ffee"))
            .hear(new HeadSays.Asks(5, new HeadEffect.Reserve("a", 1, "digits", 2, EACH)));

    assertThat(HeadInput.read(account.bytes(), NodeAccount::read)).isEqualTo(account);
    assertThat(account.on(node)).isEqualTo(account);
    assertThat(DeskCodec.report(DeskCodec.write(account.report(LIST))))
        .isEqualTo(account.report(LIST));
    assertThat(account.ledger().allocation().shares().get("digits"))
        .isEqualTo(new NodeAllocation.Share(2, EACH, List.of(0, 0)));
  }
}
