package dev.manta.stores.internal.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// A body in memory that ends with an error where it has more bytes than it may have.
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final ByteArrayOutputStream inner = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final long most;
  private final Progress progress;
  private long received;
  private Flow.@Nullable Subscription subscription;

  BoundedBody(long most, Progress progress) {
    this.most = most;
    this.progress = progress;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    long count = buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    progress.moved(count);
    received += count;
    if (received <= most) {
      buffers.forEach(this::copy);
    } else if (body.completeExceptionally(new AnswerTooLong(most)) && subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable cause) {
    body.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    body.complete(inner.toByteArray());
  }

  /// Buffers are used again as soon as they were taken.
  private void copy(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    inner.writeBytes(bytes);
  }
}
