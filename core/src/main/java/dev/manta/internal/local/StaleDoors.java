package dev.manta.internal.local;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Doors of drivers that were killed before a worker could remove them: nobody answers there any
/// more.
final class StaleDoors {
  private StaleDoors() {}

  /// Removes those below a directory; what cannot be removed stays.
  static void sweep(Path base) {
    try (DirectoryStream<Path> doors = Files.newDirectoryStream(base, Doorway.PREFIX + "*")) {
      for (Path door : doors) {
        if (isStale(door)) {
          FileTree.delete(door);
        }
      }
    } catch (IOException left) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot look for stale sockets in " + base, left);
    }
  }

  private static boolean isStale(Path door) {
    Path socket = door.resolve(Doorway.SOCKET);
    return Files.exists(socket) ? isDeserted(socket) : Doorway.ownerIsGone(door);
  }

  /// Whether the owner no longer listens at its socket. Asking does not wait: an owner that sleeps
  /// still has its socket.
  private static boolean isDeserted(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException | IllegalArgumentException unknown) {
      return false;
    }
  }
}
