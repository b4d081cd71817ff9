package dev.manta.internal.companion;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The process of a companion. The rank that needs it first starts it; it ends when no rank has
/// been connected for a while, so that the next attempt finds it, or when its run is over.
public final class CompanionMain {
  private static final Duration IDLE_LIMIT = Duration.ofSeconds(30);
  private static final String LOCK = "companion.lock";

  private CompanionMain() {}

  /// Takes the directory with the controller's socket and token. Ends at once where there is a
  /// companion already.
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory = Path.of(arguments[0]);
    try (FileChannel file =
            FileChannel.open(
                directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock alone = file.tryLock()) {
      if (alone != null) {
        serve(directory);
      }
    }
  }

  private static void serve(Path directory) throws IOException, InterruptedException {
    try (CompanionDoor door = CompanionDoor.open(directory)) {
      door.awaitIdle(IDLE_LIMIT);
    }
  }
}
