package dev.manta.stores.internal.http;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/// A part of an array as a request's body, sent in slices without a copy.
public final class ArrayBody implements HttpRequest.BodyPublisher {
  private static final int SLICE = 128 << 10;

  private final byte[] bytes;
  private final int length;
  private final Progress progress;

  public ArrayBody(byte[] bytes, int length, Progress progress) {
    this.bytes = bytes;
    this.length = length;
    this.progress = progress;
  }

  @Override
  public long contentLength() {
    return length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onSubscribe(new Slices(subscriber));
  }

  private final class Slices implements Flow.Subscription {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private long wanted;
    private int sent;
    private boolean sending;
    private boolean over;

    Slices(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    /// Who takes a slice asks for the next one from within: that is noted, and the loop continues.
    @Override
    public void request(long count) {
      synchronized (this) {
        wanted += count;
        if (sending) {
          return;
        }
        sending = true;
      }
      while (next()) {
        int size = Math.min(SLICE, length - sent);
        ByteBuffer slice = ByteBuffer.wrap(bytes, sent, size);
        sent += size;
        progress.moved(size);
        subscriber.onNext(slice);
      }
    }

    /// Whether another slice is to be sent; says once that there is none.
    private boolean next() {
      boolean last;
      synchronized (this) {
        last = sent == length && !over;
        over |= last;
        if (!last && !over && wanted > 0) {
          wanted--;
          return true;
        }
        sending = false;
      }
      if (last) {
        subscriber.onComplete();
      }
      return false;
    }

    @Override
    public synchronized void cancel() {
      over = true;
    }
  }
}
