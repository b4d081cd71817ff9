package dev.manta.internal.worker;

import java.io.File;

/// A process of its own.
final class ProcessHost implements Host {
  private static final int STATUS_ORPHANED = 70;
  private static final long SWEEP_MILLIS = 500;

  private final String door;

  ProcessHost(String door) {
    this.door = door;
  }

  @Override
  public void exit(int status) {
    Runtime.getRuntime().halt(status);
  }

  /// A killed driver cannot sweep, so its workers do, for as long as there is time.
  @Override
  public void orphaned() {
    System.err.println("manta: the controller is gone; this worker ends");
    Thread sweeper = new Thread(this::sweep, "manta-sweep");
    sweeper.setDaemon(true);
    sweeper.start();
    try {
      sweeper.join(SWEEP_MILLIS);
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
    exit(STATUS_ORPHANED);
  }

  private void sweep() {
    delete(new File(door));
    delete(new File(System.getProperty("java.io.tmpdir")));
  }

  private static void delete(File file) {
    boolean link = java.nio.file.Files.isSymbolicLink(file.toPath());
    File[] inside = link ? null : file.listFiles();
    if (inside != null) {
      for (File each : inside) {
        delete(each);
      }
    }
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }
}
