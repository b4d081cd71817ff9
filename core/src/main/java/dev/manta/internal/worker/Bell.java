package dev.manta.internal.worker;

import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.wire.ToController;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/// Where a worker reaches its controller, and who it is.
///
/// @param door the directory with the controller's socket and token
record Bell(String door, String worker) {
  /// Calls, and says where the worker stands; an attempt of 0 is none.
  SocketLink ring(int attempt, int rank, long acknowledged) throws IOException {
    long pid = ProcessHandle.current().pid();
    var hello = new ToController.Hello(token(), worker, pid, attempt, rank, acknowledged);
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(door + "/s"));
      var link = new SocketLink(channel);
      link.send(hello.frame());
      return link;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private String token() throws IOException {
    try (var file = new FileInputStream(door + "/token")) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
