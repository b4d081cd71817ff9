package dev.manta.internal.data;

/// Whether samples are chosen by the absolute paths of files where a dataset is opened by functions
/// of a run, as runs of older versions began to.
///
/// A worker process belongs to one run; a worker that is threads of the driver's process is told
/// apart by them and those that they start.
public final class SampledByAbsolutePath {
  private static final InheritableThreadLocal<Boolean> THREADS = new InheritableThreadLocal<>();
  private static volatile boolean process;

  private SampledByAbsolutePath() {}

  /// For the calling thread and those that it starts.
  public static void onThisThread(boolean byAbsolutePath) {
    THREADS.set(byAbsolutePath);
  }

  /// For all threads of this process.
  public static void inThisProcess(boolean byAbsolutePath) {
    process = byAbsolutePath;
  }

  public static boolean holds() {
    return process || Boolean.TRUE.equals(THREADS.get());
  }
}
