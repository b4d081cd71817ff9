package dev.manta.stores.internal.http;

import java.net.http.HttpResponse;

/// What becomes of an answer's body.
public final class Bodies {
  /// Lists of a thousand names, errors and all else that is not an object: with names as long as
  /// they may be, a list has some megabytes.
  private static final long SAID_MAX = 32 << 20;

  /// An object whose size was not said.
  private static final long UNSAID_MAX = 64 << 20;

  /// What an array can have.
  private static final long ARRAY_MAX = Integer.MAX_VALUE - 8;

  private Bodies() {}

  /// An array of what a service has to say.
  public static HttpResponse.BodyHandler<byte[]> array(Progress progress) {
    return _ -> new BoundedBody(SAID_MAX, progress);
  }

  /// An array with an object.
  public static HttpResponse.BodyHandler<byte[]> object(Progress progress) {
    return answer -> new BoundedBody(most(answer), progress);
  }

  /// The client reads no more than the length that was said.
  private static long most(HttpResponse.ResponseInfo answer) {
    boolean said = answer.headers().firstValue("content-length").isPresent();
    return answer.statusCode() != 200 ? SAID_MAX : said ? ARRAY_MAX : UNSAID_MAX;
  }

  /// What was asked for goes into memory that is there; what else a server has to say is an array.
  public static HttpResponse.BodyHandler<byte[]> segment(SegmentSink sink, Progress progress) {
    return answer ->
        answer.statusCode() == 206 || answer.statusCode() == 200
            ? sink.begin(answer, progress)
            : new BoundedBody(SAID_MAX, progress);
  }
}
