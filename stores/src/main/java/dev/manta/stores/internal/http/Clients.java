package dev.manta.stores.internal.http;

import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// HTTP clients as the environment wants them: its proxy, its certificate authorities.
public final class Clients {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private Clients() {}

  /// What carries requests to a store. HTTP/1.1, as S3 speaks nothing newer: each request has a
  /// connection of its own, which is what makes parallel parts fast.
  ///
  /// @param plain whether the store is only reached without TLS: no certificate is read for it
  public static Transport store(Environment environment, boolean plain) {
    var proxied = new LazyClient(() -> plain ? withoutTls(environment) : of(environment));
    return new DirectTransport(new Proxies(environment), proxied, () -> trusted(environment));
  }

  private static SSLContext trusted(Environment environment) {
    return environment
        .get("AWS_CA_BUNDLE")
        .map(file -> TrustedAuthorities.of(Path.of(file)))
        .orElseGet(TrustedAuthorities::usual);
  }

  /// A client for services that hand out credentials, and for stores behind proxies.
  public static HttpClient of(Environment environment) {
    HttpClient.Builder builder = builder(environment);
    trust(environment, builder);
    return builder.build();
  }

  private static HttpClient withoutTls(Environment environment) {
    return builder(environment).sslContext(TrustedAuthorities.none()).build();
  }

  private static HttpClient.Builder builder(Environment environment) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("store").factory()))
            .proxy(new Proxies(environment));
    if (new Proxies(environment).hasUsers()) {
      builder.authenticator(new ProxyUser(new Proxies(environment)));
    }
    return builder;
  }

  /// A client for the services of the machine itself, which are behind no proxy.
  public static HttpClient direct(Environment environment, Duration connect) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connect)
            .proxy(HttpClient.Builder.NO_PROXY);
    trust(environment, builder);
    return builder.build();
  }

  private static void trust(Environment environment, HttpClient.Builder builder) {
    environment
        .get("AWS_CA_BUNDLE")
        .ifPresent(file -> builder.sslContext(TrustedAuthorities.of(Path.of(file))));
  }

  /// Each proxy hears of its own user alone.
  private static final class ProxyUser extends Authenticator {
    private final Proxies proxies;

    ProxyUser(Proxies proxies) {
      this.proxies = proxies;
    }

    @Override
    protected @Nullable PasswordAuthentication getPasswordAuthentication() {
      return getRequestorType() == RequestorType.PROXY
          ? proxies.user(getRequestingHost(), getRequestingPort()).map(ProxyUser::of).orElse(null)
          : null;
    }

    private static PasswordAuthentication of(String userInfo) {
      int colon = userInfo.indexOf(':');
      String name = colon < 0 ? userInfo : userInfo.substring(0, colon);
      return new PasswordAuthentication(
          name, colon < 0 ? new char[0] : userInfo.substring(colon + 1).toCharArray());
    }
  }
}
