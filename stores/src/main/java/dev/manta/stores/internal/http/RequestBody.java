package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// The body of a request on its way. A large one has a thread of its own, as a server that refuses
/// it may answer before it has read it all, or in place of it.
final class RequestBody {
  /// What every server's buffers hold.
  private static final int SMALL = 16 << 10;

  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final HttpRequest request;
  private final Connection to;
  private @Nullable Thread writes;
  private volatile @Nullable IOException failure;
  private volatile boolean over;

  RequestBody(HttpRequest request, Connection to) {
    this.request = request;
    this.to = to;
  }

  /// How many bytes it has; 0 where there is none.
  long length() {
    return request.bodyPublisher().map(HttpRequest.BodyPublisher::contentLength).orElse(0L);
  }

  void send() throws IOException {
    if (length() <= SMALL) {
      write();
      IOException broken = failure;
      if (broken != null) {
        throw broken;
      }
    } else {
      writes = Thread.ofVirtual().name("store-put").start(this::write);
    }
  }

  private void write() {
    request.bodyPublisher().ifPresent(body -> body.subscribe(new Writer()));
    over = failure == null;
  }

  /// Why it could not be sent, where it could not.
  @Nullable IOException failure() {
    return failure;
  }

  /// Whether all of it was sent. Who has an answer to all of it may be faster than who sent it.
  boolean isOver() {
    Thread thread = writes;
    if (thread != null && !over) {
      try {
        thread.join(LAST_WORDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return over;
  }

  private final class Writer implements Flow.Subscriber<ByteBuffer> {
    private Flow.@Nullable Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(1);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
      Flow.Subscription from = subscription;
      try {
        to.write(bytes);
        if (from != null) {
          from.request(1);
        }
      } catch (IOException e) {
        failure = e;
        if (from != null) {
          from.cancel();
        }
      }
    }

    @Override
    public void onError(Throwable cause) {
      failure = cause instanceof IOException known ? known : new IOException(cause);
      to.close();
    }

    @Override
    public void onComplete() {}
  }
}
