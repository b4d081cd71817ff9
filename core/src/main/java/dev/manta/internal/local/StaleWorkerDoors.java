package dev.manta.internal.local;

import dev.manta.internal.machine.OwnFiles;
import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Doors of this user's drivers that were killed before a worker could remove them: nobody answers
/// there any more.
///
/// A user may name directories alike. A door is one that nobody else enters, and that holds nothing
/// but what belongs to a door; one file more, and all of it stays.
final class StaleWorkerDoors {
  private static final Duration WAITED_FOR = Duration.ofDays(1);

  /// The socket, the token, and what workers share there: their life words and their memory.
  private static final Pattern FILE =
      Pattern.compile(
          WorkerDoor.SOCKET
              + "|"
              + WorkerDoor.TOKEN
              + "(\\d+\\.tmp)?|(life-)?manta-[0-9a-z]+-\\d+-.*");

  private StaleWorkerDoors() {}

  /// Removes those below a directory; what cannot be removed stays.
  static void sweep(Path base) {
    sweep(base, WorkerDoor.PREFIX, StaleWorkerDoors::isStale);
    sweep(
        base,
        WorkerDoor.LASTING_PREFIX,
        door -> isOld(door) && isStale(door) && Pids.naming(door.toString()).isEmpty());
  }

  private static void sweep(Path base, String prefix, Predicate<Path> stale) {
    try (DirectoryStream<Path> doors = Files.newDirectoryStream(base, prefix + "*")) {
      for (Path door : doors) {
        if (OwnFiles.isPrivate(door) && stale.test(door)) {
          remove(door);
        }
      }
    } catch (IOException | DirectoryIteratorException left) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot look for stale sockets in " + base, left);
    }
  }

  /// Names what it deletes: what somebody puts there meanwhile keeps the directory.
  private static void remove(Path door) {
    try {
      List<Path> files = files(door);
      if (files.stream().allMatch(StaleWorkerDoors::isOfADoor)) {
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
        Files.deleteIfExists(door);
      }
    } catch (IOException | DirectoryIteratorException left) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot remove " + door, left);
    }
  }

  private static List<Path> files(Path door) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(door)) {
      inside.forEach(files::add);
    }
    return files;
  }

  private static boolean isOfADoor(Path file) {
    return FILE.matcher(file.getFileName().toString()).matches()
        && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
  }

  /// Workers wait for minutes at a door that another controller may open again. Those of another
  /// container are not seen.
  private static boolean isOld(Path door) {
    try {
      Instant changed = Files.getLastModifiedTime(door).toInstant();
      return changed.isBefore(Instant.now().minus(WAITED_FOR));
    } catch (IOException gone) {
      return false;
    }
  }

  private static boolean isStale(Path door) {
    Path socket = door.resolve(WorkerDoor.SOCKET);
    return Files.exists(socket) ? isDeserted(socket) : WorkerDoor.ownerIsGone(door);
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
