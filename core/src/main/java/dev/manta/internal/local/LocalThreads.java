package dev.manta.internal.local;

/// Starts the threads of this package: platform threads, as the first virtual thread costs more
/// than a worker's whole start, and daemons, as none of them may keep a program alive.
final class LocalThreads {
  private static final long STACK_BYTES = 256 << 10;

  private LocalThreads() {}

  static Thread start(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, STACK_BYTES, false);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
