package dev.manta.stores.opendal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.opendal.OpenDALException;

/// Waits for answers, each for a limited time, and asks again where that helps.
final class Requests {
  static final int TRIES_MAX = 5;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(3);
  private static final Duration ANSWER_MAX = Duration.ofMinutes(2);

  /// A link that is slower than this is as good as none.
  private static final long BYTES_PER_SECOND_MIN = 1 << 20;

  private Requests() {}

  /// The answer to a request that may be made again, which is done while the server has too much to
  /// do, fails or breaks off: OpenDAL's own retries are without the first of these.
  ///
  /// @param bytes how many are moved, which takes its time
  static <T> T answer(Supplier<CompletableFuture<T>> request, long bytes) {
    for (int attempt = 1; ; attempt++) {
      try {
        return once(request.get(), bytes);
      } catch (OpenDALException e) {
        if (attempt == TRIES_MAX || !Refusal.of(e).isPassing()) {
          throw e;
        }
        pause(attempt);
      }
    }
  }

  /// The answer to a request that has been sent.
  static <T> T once(CompletableFuture<T> request, long bytes) {
    return once(request, bytes, ANSWER_MAX);
  }

  /// @param answerMax how long an answer without bytes may take
  static <T> T once(CompletableFuture<T> request, long bytes, Duration answerMax) {
    Duration most = answerMax.plusSeconds(bytes / BYTES_PER_SECOND_MIN);
    try {
      return request.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw refusal(e);
    } catch (TimeoutException e) {
      throw Refusal.late(most);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  /// Waits longer after each attempt, and never as long as others that failed at the same moment.
  static void pause(int attempt) {
    long most = Math.min(PAUSE_MAX.toMillis(), PAUSE.toMillis() << (attempt - 1));
    try {
      Thread.sleep(most / 2 + ThreadLocalRandom.current().nextLong(most / 2));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static OpenDALException interrupted() {
    Thread.currentThread().interrupt();
    return Refusal.interrupted();
  }

  /// What ended a request; an error of this process, as that it has no memory, is thrown as it is.
  private static RuntimeException refusal(ExecutionException failed) {
    return switch (failed.getCause()) {
      case Error error -> throw error;
      case RuntimeException refused -> refused;
      case null, default -> unexpected(failed);
    };
  }

  private static OpenDALException unexpected(ExecutionException cause) {
    OpenDALException failed = Refusal.lasting(String.valueOf(cause));
    failed.initCause(cause);
    return failed;
  }
}
