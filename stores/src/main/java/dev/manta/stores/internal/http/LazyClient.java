package dev.manta.stores.internal.http;

import java.net.http.HttpClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A client that is made when it is first needed: that takes longer than a request, as it reads the
/// certificates of all authorities.
public final class LazyClient implements Supplier<HttpClient> {
  private final Supplier<HttpClient> maker;
  private @Nullable HttpClient made;

  public LazyClient(Supplier<HttpClient> maker) {
    this.maker = maker;
  }

  @Override
  public synchronized HttpClient get() {
    HttpClient known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }
}
