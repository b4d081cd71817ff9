package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.DeskCodec;
import dev.manta.cluster.desk.JoinMessage;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadViolation;
import dev.manta.internal.link.LinkEnd;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkNews;
import dev.manta.internal.link.LinkTarget;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// One question of a daemon to another one at whose door it has no place yet.
record JoinCall(LinkToken token, PinnedTls tls) {
  private static final LinkTerms TERMS = LinkTerms.DEFAULT.withPatience(Duration.ofSeconds(2));
  private static final Duration ANSWER = Duration.ofSeconds(3);

  /// What came of it.
  sealed interface Outcome {
    /// An answer.
    record Answered(JoinMessage message) implements Outcome {}

    /// None.
    ///
    /// @param refused whether it is of no use to ask again
    record Failed(String why, boolean refused) implements Outcome {}
  }

  Outcome ask(HeadAddress head, JoinMessage question) throws InterruptedException {
    try (ResumableLink link = open(head, _ -> {})) {
      link.send(DeskCodec.write(question));
      Optional<byte[]> answer = link.receive(ANSWER);
      return answer.isPresent()
          ? new Outcome.Answered(DeskCodec.join(answer.get()))
          : new Outcome.Failed("it did not answer", false);
    } catch (LinkLost e) {
      return new Outcome.Failed(e.end().words(), isFinal(e.end()));
    } catch (HeadViolation e) {
      return new Outcome.Failed(String.valueOf(e.getMessage()), true);
    }
  }

  /// A link that stays.
  ///
  /// @param news is told how it fares
  ResumableLink open(HeadAddress head, Consumer<LinkNews> news)
      throws LinkLost, InterruptedException {
    var address = new InetSocketAddress(head.host(), head.port());
    var target = new LinkTarget(address, head.print(), Optional.of(token));
    ResumableLink link = ResumableLink.call(target, tls, TERMS, news);
    link.send(Purpose.JOIN.frame(JoinMessage.VERSION));
    return link;
  }

  /// Who closes without a reason has only gone.
  private static boolean isFinal(LinkEnd end) {
    return end instanceof LinkEnd.Refused
        || (end instanceof LinkEnd.ClosedByPeer(String why) && !why.isEmpty());
  }
}
