package dev.manta.stores.internal.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;

/// The body of an answer on its way to who takes it.
final class AnswerBody<T> implements Flow.Subscription {
  private final Connection from;
  private final AnswerHead head;
  private final HttpResponse.BodySubscriber<T> to;
  private boolean cancelled;
  private boolean whole;

  AnswerBody(Connection from, AnswerHead head, HttpResponse.BodySubscriber<T> to) {
    this.from = from;
    this.head = head;
    this.to = to;
  }

  /// Whether the answer ended where the next one may begin.
  boolean isWhole() {
    return whole;
  }

  /// Hands everything over; what was made of it.
  T take(String method) throws IOException {
    to.onSubscribe(this);
    try {
      pass(method);
      if (!cancelled) {
        to.onComplete();
      }
    } catch (IOException e) {
      to.onError(e);
    }
    return result();
  }

  private T result() throws IOException {
    CompletableFuture<T> result = to.getBody().toCompletableFuture();
    try {
      if (!result.isDone()) {
        throw new IOException("the body was not taken");
      }
      return result.join();
    } catch (CompletionException | CancellationException e) {
      throw e.getCause() instanceof IOException known ? known : new IOException(e);
    }
  }

  private void pass(String method) throws IOException {
    int status = head.statusCode();
    boolean none = method.equals("HEAD") || status == 204 || status == 304;
    OptionalLong length = none ? OptionalLong.of(0) : head.length();
    if (head.isChunked() && !none) {
      chunks();
      whole = !cancelled;
    } else if (length.isPresent()) {
      bytes(length.getAsLong());
      whole = !cancelled;
    } else {
      toTheEnd();
    }
  }

  private void toTheEnd() throws IOException {
    for (ByteBuffer some = from.some(Long.MAX_VALUE);
        some.hasRemaining() && !cancelled;
        some = from.some(Long.MAX_VALUE)) {
      to.onNext(List.of(some));
    }
  }

  private void chunks() throws IOException {
    var lines = new AnswerHead.Lines(from);
    for (long size = size(lines.next()); size > 0; size = size(lines.next())) {
      bytes(size);
      if (cancelled) {
        return;
      }
      if (!lines.next().isEmpty()) {
        throw new ProtocolException("a part of the answer is longer than was said");
      }
      lines = new AnswerHead.Lines(from);
    }
    while (!lines.next().isEmpty()) {
      // What may follow are headers, which nobody asked for.
    }
  }

  private static long size(String line) throws IOException {
    String digits = line.split(";", 2)[0].strip();
    if (!digits.matches("[0-9a-fA-F]{1,15}")) {
      throw new ProtocolException("a part of the answer has no length");
    }
    return Long.parseLong(digits, 16);
  }

  private void bytes(long count) throws IOException {
    for (long left = count; left > 0 && !cancelled; ) {
      ByteBuffer some = from.some(left);
      if (!some.hasRemaining()) {
        throw new EOFException(
            "the answer ended after %s of %s bytes".formatted(count - left, count));
      }
      left -= some.remaining();
      to.onNext(List.of(some));
    }
  }

  /// Everything comes at once: who takes bodies here wants all of them.
  @Override
  public void request(long count) {}

  @Override
  public void cancel() {
    cancelled = true;
  }
}
