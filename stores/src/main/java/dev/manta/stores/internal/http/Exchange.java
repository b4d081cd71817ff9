package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends a request and waits for the whole answer, for as long as bytes move: the client's own time
/// limit ends with an answer's headers.
///
/// @param stall how long no byte may move
public record Exchange(HttpClient client, Duration stall) {
  /// The answer.
  ///
  /// @param progress what body and handler report to
  public <T> HttpResponse<T> send(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, Progress progress)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> pending = client.sendAsync(request, handler);
    try {
      return await(pending, progress);
    } catch (ExecutionException e) {
      throw cause(e);
    } finally {
      pending.cancel(true);
    }
  }

  private <T> T await(CompletableFuture<T> pending, Progress progress)
      throws InterruptedException, ExecutionException, HttpTimeoutException {
    while (true) {
      long before = progress.bytes();
      try {
        return pending.get(stall.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (progress.bytes() == before) {
          throw new HttpTimeoutException("nothing came or went for " + stall.toMillis() + " ms");
        }
      }
    }
  }

  /// A new exception where there is one for it: the old one has the stack of another thread.
  private static IOException cause(ExecutionException failed) {
    Throwable cause = failed.getCause();
    return cause instanceof IOException known ? known : new IOException(cause);
  }
}
