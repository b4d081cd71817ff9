package dev.manta.bench.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a training function is told to do to itself: a file for each rank, which it takes away.
final class Orders {
  private static final int PIECE_BYTES = 16 << 20;
  private static final int EXIT_STATUS = 7;

  private Orders() {}

  static void give(Path directory, int rank, Fault fault) throws IOException {
    Path half = Files.writeString(directory.resolve("half-order"), fault.name());
    Files.move(half, path(directory, rank));
  }

  static void obey(Path directory, int rank) throws IOException {
    Path order = path(directory, rank);
    if (Files.exists(order)) {
      Fault fault = Fault.valueOf(Files.readString(order));
      Files.delete(order);
      suffer(fault);
    }
  }

  private static void suffer(Fault fault) {
    switch (fault) {
      case HEAP -> fillHeap();
      case EXIT -> System.exit(EXIT_STATUS);
      case THROW -> throw new IllegalStateException("thrown as ordered");
      case KILL,
          KILL_TWO,
          KILL_AGAIN,
          PAUSE,
          FREEZE,
          FULL_DISK,
          SLOW_DISK,
          STORAGE_ERRORS,
          PREEMPT,
          TERMINATE,
          PREEMPT_TWO,
          NOTICE_FILE,
          CONTROLLER,
          RESIZE ->
          throw new IllegalArgumentException(fault + " comes from outside");
    }
  }

  private static void fillHeap() {
    List<byte[]> pieces = new ArrayList<>();
    while (pieces.size() < Integer.MAX_VALUE) {
      pieces.add(new byte[PIECE_BYTES]);
    }
  }

  private static Path path(Path directory, int rank) {
    return directory.resolve("order-" + rank);
  }
}
