package dev.manta.spi.files;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks into many files at a time: each costs a request or two to storage that may be far, and
/// nothing else.
public final class FilesAtOnce {
  /// 10,000 files of 50 ms each take about 2 s.
  public static final int MOST = 256;

  private FilesAtOnce() {}

  /// Files that are near are looked into one by one: so long, and only then are threads worth it.
  private static final long ALONE_NANOS = 5_000_000;

  /// What is found in each file, in their order; of several failures that of the first file.
  public static <T, R> List<R> map(List<T> files, Function<T, R> look) {
    List<R> found = new ArrayList<>(files.size());
    long began = System.nanoTime();
    while (found.size() < files.size() && System.nanoTime() - began < ALONE_NANOS) {
      found.add(look.apply(files.get(found.size())));
    }
    List<T> rest = files.subList(found.size(), files.size());
    if (!rest.isEmpty()) {
      found.addAll(together(rest, look));
    }
    return found;
  }

  private static <T, R> List<R> together(List<T> files, Function<T, R> look) {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(MOST, files.size()), FilesAtOnce::thread)) {
      List<Future<R>> looks = new ArrayList<>(files.size());
      files.forEach(file -> looks.add(threads.submit(() -> look.apply(file))));
      return all(looks, threads);
    }
  }

  private static Thread thread(Runnable work) {
    return Thread.ofVirtual().name("manta-files").unstarted(work);
  }

  private static <R> List<R> all(List<Future<R>> looks, ExecutorService threads) {
    List<R> found = new ArrayList<>(looks.size());
    for (Future<R> look : looks) {
      try {
        found.add(look.get());
      } catch (ExecutionException e) {
        threads.shutdownNow();
        throw thrown(e.getCause());
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new MantaException(ErrorCode.STORAGE, "interrupted while files were looked into", e);
      }
    }
    return found;
  }

  private static RuntimeException thrown(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
