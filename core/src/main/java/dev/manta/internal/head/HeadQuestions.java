package dev.manta.internal.head;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/// What was asked of a head and is not answered yet.
final class HeadQuestions {
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, CompletableFuture<Optional<FromHead>>> open = new ConcurrentHashMap<>();

  /// Asks, and waits for the answer; empty if the link was lost meanwhile.
  Optional<FromHead> ask(LongFunction<ToHead> question, Consumer<ToHead> send, Duration limit) {
    long number = last.incrementAndGet();
    var answer = new CompletableFuture<Optional<FromHead>>();
    open.put(number, answer);
    try {
      send.accept(question.apply(number));
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.USER, "interrupted while the head was asked", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "the head did not answer within " + limit.toSeconds() + " s", e);
    } finally {
      open.remove(number);
    }
  }

  void answered(long number, FromHead answer) {
    CompletableFuture<Optional<FromHead>> question = open.get(number);
    if (question != null) {
      question.complete(Optional.of(answer));
    }
  }

  /// Nobody answers what was asked over a link that is lost.
  void lost() {
    open.values().forEach(question -> question.complete(Optional.empty()));
  }
}
