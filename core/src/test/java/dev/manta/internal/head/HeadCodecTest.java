package dev.manta.internal.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.remote.NodeAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeadCodecTest {
  private static final Resources EACH =
      new Resources(1.5, 2, 1L << 30, Map.of("licence", 1.0, "disk", 2.0));
  private static final Node NODE =
      new Node("b", Resources.cpus(8).withGpus(2), List.of("H200", "H200"), Map.of("zone", "a"));
  private static final NodeAddress ADDRESS = new NodeAddress("b", "10.0.0.2", 40_000, "c0ffee");
  private static final HeadGrant GRANT =
      new HeadGrant(7L << 24, 3, List.of(new HeadGrant.Part(NODE, ADDRESS, 2, List.of(0, 1))));
  private static final Demand DEMAND =
      new Demand(
          "digits",
          2,
          8,
          EACH,
          Placement.SPREAD,
          Map.of("zone", "a"),
          Optional.of("H200"),
          Optional.of(Resources.cpus(1)));

  private static final List<ToHead> SAID =
      List.of(
          new ToHead.Hello("0.1.0", "ada, process 7"),
          new ToHead.Claims(DEMAND, true, Optional.of(GRANT), Set.of("b")),
          new ToHead.Releases("digits"),
          new ToHead.AsksStatus(1),
          new ToHead.AsksAddress(2, "b"),
          new ToHead.AsksDrain(3, "b", Duration.ofSeconds(60)),
          new ToHead.AsksForget(4, "b"));

  private static final List<FromHead> ANSWERED =
      List.of(
          new FromHead.Welcome(9, List.of(new HeadAddress("a", 6_379, "ab")), "/shared/runs"),
          new FromHead.Elsewhere(List.of()),
          new FromHead.Granted("digits", GRANT),
          new FromHead.Waits("digits", "2 GPUs", true),
          new FromHead.Refused("digits", "9 GPUs"),
          new FromHead.Told(1, status()),
          new FromHead.Found(2, Optional.of(ADDRESS)),
          new FromHead.Done(3, "it leaves"),
          new FromHead.NotDone(4, "there is none"));

  private static ClusterStatus status() {
    var share = new ClusterStatus.ShareLine("digits", 2, List.of(0, 1));
    var node = new ClusterStatus.NodeLine(NODE, ADDRESS, "up", true, List.of(share));
    var claim = new ClusterStatus.ClaimLine("digits", "ada, process 7", 2, 8, 2, "");
    return new ClusterStatus("a", 9, true, List.of(node), List.of(claim));
  }

  @Test
  void everyMessageIsReadAsItWasWritten() throws HeadViolation {
    for (ToHead message : SAID) {
      assertThat(HeadCodec.toHead(HeadCodec.write(message))).isEqualTo(message);
    }
    for (FromHead message : ANSWERED) {
      assertThat(HeadCodec.fromHead(HeadCodec.write(message))).isEqualTo(message);
    }
  }

  @Test
  void theBytesOfAMessageStayWhatTheyAre() {
    assertThat(hex(HeadCodec.write(new ToHead.AsksDrain(3, "b", Duration.ofSeconds(60)))))
        .isEqualTo("06" + "0000000000000003" + "00000001" + "62" + "000000000000ea60");
    assertThat(hex(HeadCodec.write(new FromHead.Waits("r", "2 GPUs", true))))
        .isEqualTo("44" + "0000000172" + "00000006" + "322047505573" + "01");
    assertThat(
            hex(
                HeadCodec.write(
                    new FromHead.Welcome(9, List.of(new HeadAddress("a", 6_379, "ab")), ""))))
        .isEqualTo(
            "41"
                + "0000000000000009"
                + "00000001"
                + "0000000161"
                + "000018eb"
                + "000000026162"
                + "00000000");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void whatIsCutShortIsRefused() {
    byte[] whole = HeadCodec.write(SAID.get(1));
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> HeadCodec.toHead(part)).isInstanceOf(HeadViolation.class);
    }
  }

  @Test
  void whatNobodyMeantIsRefusedOrReadAndNothingElse() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = HeadCodec.write(ANSWERED.get(random.nextInt(ANSWERED.size())));
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        assertThat(HeadCodec.fromHead(bytes)).isNotNull();
      } catch (HeadViolation expected) {
        assertThat(expected.getMessage()).as("seed %s", seed).isNotEmpty();
      }
    }
  }

  @Test
  void addressesAreReadAsUsersTypeThem() {
    assertThat(HeadAddress.parse("manta://a:7000", "p"))
        .isEqualTo(new HeadAddress("a", 7_000, "p"));
    assertThat(HeadAddress.parse("a", "p")).isEqualTo(new HeadAddress("a", 6_379, "p"));
    assertThat(HeadAddress.parse("10.0.0.1:1", "p").text()).isEqualTo("manta://10.0.0.1:1");
    for (String wrong : List.of("", "manta://", "a:b", "a:99999", "http://a:1")) {
      assertThatThrownBy(() -> HeadAddress.parse(wrong, "p")).hasMessageContaining("manta://host");
    }
  }
}
