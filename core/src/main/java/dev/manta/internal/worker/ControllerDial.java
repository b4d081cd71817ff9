package dev.manta.internal.worker;

import dev.manta.internal.machine.OwnFiles;
import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.wire.ToController;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/// Where a worker reaches its controller, and who it is.
///
/// @param door the directory with the controller's socket and token
public record ControllerDial(String door, String worker) {
  static final long CALL_EVERY_MILLIS = 20;

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

  /// Calls for the first time, until somebody answers or the time is over: the controller may be
  /// killed while this process starts, and another one take its place.
  public SocketLink ringUntilHeard(long millis) throws IOException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (true) {
      try {
        return ring(0, -1, 0);
      } catch (IOException nobody) {
        if (System.nanoTime() >= end) {
          throw nobody;
        }
        pause();
      }
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(CALL_EVERY_MILLIS);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while calling the controller");
    }
  }

  /// Calls whoever may have taken the controller's place, at a door that only this user can have
  /// made. Its files look new from then on, so that nobody takes them away as forgotten ones.
  SocketLink ringAgain(int attempt, int rank, long acknowledged) throws IOException {
    Path directory = Path.of(door);
    if (!OwnFiles.isPrivate(directory)) {
      throw new IOException(door + " is gone, or not this user's alone");
    }
    FileTime now = FileTime.fromMillis(System.currentTimeMillis());
    Files.setLastModifiedTime(directory, now);
    Files.setLastModifiedTime(directory.resolve("token"), now);
    return ring(attempt, rank, acknowledged);
  }

  private String token() throws IOException {
    try (var file = new FileInputStream(door + "/token")) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
