package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Writes one answer's body to a sink.
final class SinkSubscriber implements HttpResponse.BodySubscriber<byte[]> {
  private final SegmentSink sink;
  private final Progress progress;
  private final CompletableFuture<byte[]> done = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  SinkSubscriber(SegmentSink sink, Progress progress) {
    this.sink = sink;
    this.progress = progress;
  }

  /// One that takes nothing.
  static SinkSubscriber refusing(SegmentSink sink, Progress progress, String why) {
    SinkSubscriber refusing = new SinkSubscriber(sink, progress);
    refusing.done.completeExceptionally(new IOException(why));
    return refusing;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return done;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (done.isDone()) {
      given.cancel();
    } else {
      given.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    try {
      for (ByteBuffer buffer : buffers) {
        progress.moved(buffer.remaining());
        sink.write(this, buffer);
      }
    } catch (IOException | RuntimeException e) {
      if (subscription != null) {
        subscription.cancel();
      }
      done.completeExceptionally(e);
    }
  }

  /// Whose bytes have all come needs no end of the answer.
  @Override
  public void onError(Throwable cause) {
    if (sink.missing() == 0) {
      done.complete(new byte[0]);
    }
    done.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    done.complete(new byte[0]);
  }
}
