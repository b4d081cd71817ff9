package dev.manta.internal.link;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/// Whom to call: where it listens, the print that it must show, and the token that it asks for.
public record LinkTarget(InetSocketAddress address, String print, Optional<LinkToken> token) {
  /// Somebody whose token this is.
  public static LinkTarget with(InetSocketAddress address, LinkToken token) {
    return new LinkTarget(address, token.print(), Optional.of(token));
  }

  /// Somebody to whom this end was introduced by its print.
  public static LinkTarget introduced(InetSocketAddress address, String print) {
    return new LinkTarget(address, print, Optional.empty());
  }

  PeerPrints prints() {
    return PeerPrints.of(Set.of(print));
  }
}
