package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.JoinMessage;
import dev.manta.cluster.node.NodeAgent;
import dev.manta.internal.head.HeadCodec;
import dev.manta.internal.link.LinkPeer;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

/// Hands each link to whom it is for. What a caller may ask for depends on what it came with: users
/// speak with the head, newcomers join, and drivers that a head has introduced have workers.
record LinkDesk(HeadDesk head, NodeAgent agent) {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final Duration FIRST_FRAME = Duration.ofSeconds(5);

  void opened(LinkPeer peer, ResumableLink link) {
    try {
      Purpose.Wanted wanted = Purpose.heard(link, FIRST_FRAME);
      Optional<String> refusal = refusal(peer, wanted);
      if (refusal.isPresent()) {
        refuse(peer, link, refusal.get());
      } else {
        serve(peer, link, wanted);
      }
    } catch (IOException | RuntimeException e) {
      refuse(peer, link, String.valueOf(e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(LinkPeer peer, ResumableLink link, Purpose.Wanted wanted)
      throws InterruptedException {
    switch (wanted.purpose()) {
      case HEAD -> head.serveDriver(peer, link);
      case JOIN -> head.serveNewcomer(peer, link);
      case NODE -> agent.serve(peer, link, wanted);
    }
  }

  private static void refuse(LinkPeer peer, ResumableLink link, String why) {
    LOG.log(Level.WARNING, () -> "refused " + peer.address() + ": " + why);
    link.close(why);
  }

  /// Versions of what drivers and nodes speak are looked at by the node.
  private static Optional<String> refusal(LinkPeer peer, Purpose.Wanted wanted) {
    return switch (wanted.purpose()) {
      case HEAD ->
          kind(peer, LinkToken.Kind.USER, "a user token")
              .or(() -> version("the head's", wanted.version(), HeadCodec.VERSION));
      case JOIN ->
          kind(peer, LinkToken.Kind.JOIN, "a join token")
              .or(() -> version("the nodes'", wanted.version(), JoinMessage.VERSION));
      case NODE ->
          peer.token().isPresent()
              ? Optional.of("it is not a driver that was granted a part of this node")
              : Optional.empty();
    };
  }

  private static Optional<String> kind(LinkPeer peer, LinkToken.Kind wanted, String words) {
    return peer.token().filter(wanted::equals).isPresent()
        ? Optional.empty()
        : Optional.of("this takes " + words);
  }

  private static Optional<String> version(String whose, int theirs, int ours) {
    return theirs == ours
        ? Optional.empty()
        : Optional.of(
            "it speaks version %s of %s protocol, and this is %s: use the same release of Manta"
                .formatted(theirs, whose, ours));
  }
}
