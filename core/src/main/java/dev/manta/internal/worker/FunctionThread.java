package dev.manta.internal.worker;

/// The thread that a training function runs on, in a group of its own. An interrupt waits while a
/// frame is being written, as it would close the connection.
final class FunctionThread extends Thread {
  private final Object writing;

  FunctionThread(Runnable task, String name, Object writing) {
    super(new StrayThreads.Own(name), task, name);
    this.writing = writing;
    setDaemon(true);
  }

  @Override
  public void interrupt() {
    synchronized (writing) {
      super.interrupt();
    }
  }
}
