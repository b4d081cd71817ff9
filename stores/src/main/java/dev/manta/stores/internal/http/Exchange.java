package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends a request and waits for the whole answer, for as long as bytes move.
///
/// @param stall how long no byte may move
public record Exchange(Transport transport, Duration stall) {
  /// Bytes per second: who is slower than that for long only seems to answer. Many parts at once
  /// share a slow line, so it is far below what a line has.
  private static final long SLOWEST = 10_000;

  /// How long an answer of some bytes may take in all.
  public Duration patience() {
    return stall.multipliedBy(3);
  }

  /// The answer.
  ///
  /// @param progress what body and handler report to
  /// @param patience how long it may take; the more bytes have moved, the longer
  public <T> HttpResponse<T> send(
      HttpRequest request,
      HttpResponse.BodyHandler<T> handler,
      Progress progress,
      Duration patience)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> pending = transport.send(request, handler);
    try {
      return await(pending, progress, patience);
    } catch (ExecutionException e) {
      throw cause(e);
    } finally {
      pending.cancel(true);
    }
  }

  private <T> T await(CompletableFuture<T> pending, Progress progress, Duration patience)
      throws InterruptedException, ExecutionException, HttpTimeoutException {
    long begun = System.nanoTime();
    while (true) {
      long before = progress.bytes();
      Duration left = left(begun, before, patience);
      try {
        Duration wait = left.compareTo(stall) < 0 ? left : stall;
        return pending.get(wait.toMillis() + 1, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        requireTime(left(begun, progress.bytes(), patience), patience);
        requireMoved(progress.bytes() - before);
      }
    }
  }

  private static Duration left(long begun, long bytes, Duration patience) {
    Duration allowed = patience.plusMillis(bytes * 1000 / SLOWEST);
    return allowed.minusNanos(System.nanoTime() - begun);
  }

  private static void requireTime(Duration left, Duration patience) throws HttpTimeoutException {
    if (!left.isPositive()) {
      throw new HttpTimeoutException(
          "it was not over after %s ms and hardly moved".formatted(patience.toMillis()));
    }
  }

  private void requireMoved(long moved) throws HttpTimeoutException {
    if (moved == 0) {
      throw new HttpTimeoutException("nothing came or went for " + stall.toMillis() + " ms");
    }
  }

  /// A new exception where there is one for it: the old one has the stack of another thread.
  private static IOException cause(ExecutionException failed) {
    Throwable cause = failed.getCause();
    return cause instanceof IOException known ? known : new IOException(cause);
  }
}
