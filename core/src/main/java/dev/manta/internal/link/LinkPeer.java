package dev.manta.internal.link;

import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;

/// Who is at the other end of a link.
///
/// @param print the print of its certificate
/// @param token the kind of token that it came with; none if it was introduced by its print
/// @param address where it is
public record LinkPeer(String print, Optional<LinkToken.Kind> token, SocketAddress address) {
  LinkPeer(String print, Optional<LinkToken.Kind> token, Socket socket) {
    this(print, token, socket.getRemoteSocketAddress());
  }

  /// Whether it is the same, maybe elsewhere.
  boolean is(LinkPeer other) {
    return print.equals(other.print) && token.equals(other.token);
  }
}
