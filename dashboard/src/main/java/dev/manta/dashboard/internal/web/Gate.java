package dev.manta.dashboard.internal.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Decides who may ask: a browser that has the cookie, or a program that has the token; never a
/// page of another site, whatever its browser sends along.
///
/// @param token what whoever asks must know
/// @param cookie the name of the cookie that holds it
/// @param hosts names under which this server is called, besides addresses and `localhost`
record Gate(String token, String cookie, Set<String> hosts) {
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.%]+]");
  private static final String BEARER = "Bearer ";

  Gate {
    hosts = Set.copyOf(hosts);
  }

  /// What a browser or program says about itself.
  ///
  /// @param scheme `http` or `https`, as this server speaks
  /// @param fetchSite which site the page is of that asks, by the browser's word
  record Caller(
      String scheme,
      Optional<String> host,
      Optional<String> origin,
      Optional<String> fetchSite,
      Optional<String> cookies,
      Optional<String> authorization) {
    /// The same, whatever page it comes from.
    Caller fromNowhere() {
      return new Caller(scheme, host, Optional.empty(), Optional.empty(), cookies, authorization);
    }
  }

  /// Why nobody may ask like that, whatever he knows; empty where it is fine.
  ///
  /// A name that somebody else has pointed at this address is not a name of this server (DNS
  /// rebinding), and a page of another origin is not a page of it.
  Optional<String> refusal(Caller caller) {
    String host = caller.host().orElse("").toLowerCase(Locale.ROOT);
    if (!isOwnName(host)) {
      return Optional.of("this server is not called \"" + host + "\"");
    }
    boolean foreign =
        caller.origin().filter(origin -> !origin.equals(caller.scheme() + "://" + host)).isPresent()
            || caller.fetchSite().filter(site -> !isOwnSite(site)).isPresent();
    return foreign ? Optional.of("a page of another site may not ask") : Optional.empty();
  }

  private static boolean isOwnSite(String site) {
    return site.equals("same-origin") || site.equals("none");
  }

  private boolean isOwnName(String hostAndPort) {
    String host = hostAndPort.replaceFirst(":\\d+$", "");
    return host.equals("localhost") || ADDRESS.matcher(host).matches() || hosts.contains(host);
  }

  /// Whether he knows the token.
  boolean knows(Caller caller) {
    return caller
            .authorization()
            .filter(value -> value.startsWith(BEARER))
            .filter(value -> isToken(value.substring(BEARER.length())))
            .isPresent()
        || caller.cookies().filter(this::hasCookie).isPresent();
  }

  private boolean hasCookie(String cookies) {
    return Arrays.stream(cookies.split(";", -1))
        .map(String::strip)
        .filter(each -> each.startsWith(cookie + "="))
        .anyMatch(each -> isToken(each.substring(cookie.length() + 1)));
  }

  /// Takes as long for a wrong token as for the right one.
  boolean isToken(String text) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  /// The header that gives a browser the cookie.
  String setCookie(boolean secure) {
    return cookie
        + "="
        + token
        + "; Path=/; HttpOnly; SameSite=Strict"
        + (secure ? "; Secure" : "");
  }
}
