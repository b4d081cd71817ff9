package dev.manta.stores.internal.http;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/// What becomes of an answer's body.
public final class Bodies {
  private Bodies() {}

  /// An array.
  public static HttpResponse.BodyHandler<byte[]> array(Progress progress) {
    return _ -> new Watched(HttpResponse.BodySubscribers.ofByteArray(), progress);
  }

  /// What was asked for goes into memory that is there; what else a server has to say is an array.
  public static HttpResponse.BodyHandler<byte[]> segment(SegmentSink sink, Progress progress) {
    return answer ->
        answer.statusCode() == 206 || answer.statusCode() == 200
            ? sink.begin(answer, progress)
            : new Watched(HttpResponse.BodySubscribers.ofByteArray(), progress);
  }

  private record Watched(HttpResponse.BodySubscriber<byte[]> inner, Progress progress)
      implements HttpResponse.BodySubscriber<byte[]> {
    @Override
    public CompletionStage<byte[]> getBody() {
      return inner.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      inner.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      buffers.forEach(buffer -> progress.moved(buffer.remaining()));
      inner.onNext(buffers);
    }

    @Override
    public void onError(Throwable cause) {
      inner.onError(cause);
    }

    @Override
    public void onComplete() {
      inner.onComplete();
    }
  }
}
