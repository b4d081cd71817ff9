package dev.manta.bench.stores;

import java.io.IOException;

/// The disk that a server and its clients share here.
final class Disk {
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
}
