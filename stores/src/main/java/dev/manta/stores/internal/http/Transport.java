package dev.manta.stores.internal.http;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/// Carries requests to servers: the JDK's HTTP client, or connections of our own.
public interface Transport {
  /// Sends a request; cancelling what comes back ends it.
  <T> CompletableFuture<HttpResponse<T>> send(
      HttpRequest request, HttpResponse.BodyHandler<T> handler);
}
