package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/// HTTP/1.1 over blocking sockets, each call on a virtual thread of its own: large bodies cost a
/// third of what they cost the JDK's client, which cuts them into pieces of 16 KB and hands each to
/// several threads. That one still carries what goes through a proxy.
public final class DirectTransport implements Transport {
  private final Proxies proxies;
  private final Supplier<HttpClient> proxied;
  private final Connections connections;

  /// @param proxied what carries requests through proxies
  /// @param trust says which certificates are believed, when that is first needed
  public DirectTransport(
      Proxies proxies, Supplier<HttpClient> proxied, Supplier<SSLContext> trust) {
    this.proxies = proxies;
    this.proxied = proxied;
    this.connections = new Connections(trust);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> send(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    if (proxies.address(request.uri()).isPresent()) {
      return proxied.get().sendAsync(request, handler);
    }
    var call = new DirectCall<>(connections, request, handler);
    Thread.ofVirtual().name("store").start(call::run);
    return call;
  }

  /// A call under way: who cancels it closes its connection, so that its thread ends.
  private static final class DirectCall<T> extends CompletableFuture<HttpResponse<T>> {
    private final Connections connections;
    private final HttpRequest request;
    private final HttpResponse.BodyHandler<T> handler;
    private final Abortable abortable = new Abortable();

    DirectCall(Connections connections, HttpRequest request, HttpResponse.BodyHandler<T> handler) {
      this.connections = connections;
      this.request = request;
      this.handler = handler;
    }

    void run() {
      try {
        complete(exchanged());
      } catch (IOException | RuntimeException | Error e) {
        completeExceptionally(e);
      }
    }

    private HttpResponse<T> exchanged() throws IOException {
      Connection connection = connections.take(request.uri(), abortable);
      boolean again = false;
      try {
        abortable.holds(connection);
        var round = new RoundTrip<>(connection, request, handler);
        HttpResponse<T> answer = round.make();
        again = round.mayBeUsedAgain() && abortable.letGo();
        return answer;
      } finally {
        if (again) {
          connections.giveBack(request.uri(), connection);
        } else {
          connection.close();
        }
      }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      boolean cancelled = super.cancel(mayInterrupt);
      if (cancelled) {
        abortable.abort();
      }
      return cancelled;
    }
  }
}
