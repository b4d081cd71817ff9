package dev.manta.stores.internal.http;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Proxies by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, as other tools read them.
public final class Proxies extends ProxySelector {
  private static final String[] SECURE = {"HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"};
  private static final String[] PLAIN = {"http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"};

  private final Environment environment;

  public Proxies(Environment environment) {
    this.environment = environment;
  }

  @Override
  public List<Proxy> select(URI uri) {
    return List.of(address(uri).map(Proxies::proxy).orElse(Proxy.NO_PROXY));
  }

  /// The proxy that stands before a host; empty where it is reached directly.
  Optional<URI> address(URI uri) {
    Optional<String> said = environment.get(uri.getScheme().equals("https") ? SECURE : PLAIN);
    return isDirect(uri.getHost()) ? Optional.empty() : said.map(Proxies::parse);
  }

  private static URI parse(String text) {
    try {
      URI uri = new URI(text.contains("://") ? text : "http://" + text);
      if (uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException notSaid) {
      // It may have a password, which this exception would show.
    }
    throw new MantaException(
        ErrorCode.USER,
        "HTTPS_PROXY, HTTP_PROXY and ALL_PROXY must be like http://host:port, or"
            + " http://user:password@host:port with %40 for @ and the like");
  }

  /// Who asks at a proxy, and with which password; empty where nobody said that.
  Optional<String> user(String host, int port) {
    return all()
        .filter(at -> at.getHost().equalsIgnoreCase(host) && port(at) == port)
        .flatMap(at -> Optional.ofNullable(at.getUserInfo()).stream())
        .findFirst();
  }

  boolean hasUsers() {
    return all().anyMatch(at -> at.getUserInfo() != null);
  }

  private Stream<URI> all() {
    return Stream.of(SECURE, PLAIN)
        .flatMap(names -> environment.get(names).stream())
        .map(Proxies::parse);
  }

  private static Proxy proxy(URI at) {
    return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(at.getHost(), port(at)));
  }

  private static int port(URI at) {
    return at.getPort() == -1 ? 3128 : at.getPort();
  }

  private boolean isDirect(String host) {
    String list = environment.get("NO_PROXY", "no_proxy").orElse("");
    for (String entry : list.toLowerCase(Locale.ROOT).split("[,\\s]+", -1)) {
      if (matches(host.toLowerCase(Locale.ROOT), entry)) {
        return true;
      }
    }
    return false;
  }

  /// `.example.com` and `example.com` stand for all hosts below it, `*` for every host.
  private static boolean matches(String host, String entry) {
    String name = entry.startsWith("*.") ? entry.substring(1) : entry;
    String bare = name.startsWith(".") ? name.substring(1) : name;
    return entry.equals("*")
        || (!bare.isEmpty() && (host.equals(bare) || host.endsWith("." + bare)));
  }

  /// The client tells of it too, with the request that failed.
  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException cause) {}
}
