package dev.manta.internal.worker;

import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.wire.ToController;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/// The main class of a worker process: says hello and then does what the controller asks. Nothing
/// heavy is loaded before the hello.
public final class WorkerMain {
  private static final int STATUS_NO_CONTROLLER = 71;

  private WorkerMain() {}

  /// Takes the directory with the controller's socket and token, and this worker's id.
  public static void main(String[] arguments) {
    String door = arguments[0];
    String worker = arguments[1];
    var host = new ProcessHost(door);
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(UnixDomainSocketAddress.of(door + "/s"));
      var link = new SocketLink(channel);
      link.send(hello(token(door), worker).frame());
      Frameworks.preload(host.loader());
      new WorkerSession(link, host).run();
    } catch (IOException e) {
      System.err.println("manta: worker " + worker + " cannot reach its controller: " + e);
      host.exit(STATUS_NO_CONTROLLER);
    }
  }

  private static ToController.Hello hello(String token, String worker) {
    return new ToController.Hello(token, worker, ProcessHandle.current().pid(), 0, -1, 0);
  }

  private static String token(String door) throws IOException {
    try (var file = new FileInputStream(door + "/token")) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
