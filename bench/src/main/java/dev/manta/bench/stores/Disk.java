package dev.manta.bench.stores;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// The disk that a server and its clients share here, and the memory before it.
final class Disk {
  /// What is written while time is taken, some times over: by clients, as parts, and as objects.
  private static final long BYTES = 3L << 30;

  private static final int BLOCK = 256 << 10;

  private Disk() {}

  /// Waits until it has all that was written: who writes while gigabytes wait for it is held up by
  /// what others wrote.
  static void settle() throws IOException {
    try {
      new ProcessBuilder("sync").inheritIO().start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Uses memory for a file and gives it back. A virtual machine gets a page when it is used for
  /// the first time, or again after some seconds, which takes longer than to send what is written
  /// there: the first to write would pay for all others.
  static void touchMemory() throws IOException {
    Path file = Files.createTempFile("manta-bench", "touched");
    try (FileChannel out = FileChannel.open(file, WRITE, DELETE_ON_CLOSE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
      for (long written = 0; written < BYTES; written += out.write(block.rewind())) {}
    }
  }
}
