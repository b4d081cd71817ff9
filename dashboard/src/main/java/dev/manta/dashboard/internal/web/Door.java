package dev.manta.dashboard.internal.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Turns what came over a connection into a request, once the gate lets it pass.
///
/// @param secure whether connections are encrypted
/// @param api answers what begins with `/api`
record Door(Gate gate, boolean secure, WebHandler api, PageFiles files) {
  Door(Gate gate, boolean secure, WebHandler api) {
    this(gate, secure, api, new PageFiles());
  }

  WebAnswer answer(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
    Gate.Caller caller = caller(exchange.getRequestHeaders());
    Optional<String> refusal = refusal(caller, exchange);
    if (refusal.isPresent()) {
      return WebAnswer.error(WebAnswer.FORBIDDEN, refusal.get());
    }
    URI uri = exchange.getRequestURI();
    String query = Objects.requireNonNullElse(uri.getRawQuery(), "");
    WebRequest request = WebRequest.of(exchange.getRequestMethod(), uri.getRawPath(), query, body);
    if (!request.path().getFirst().equals("api")) {
      return page(request, exchange.getRequestHeaders());
    }
    return gate.knows(caller) ? api.answer(request) : unknown();
  }

  private Gate.Caller caller(Headers headers) {
    return new Gate.Caller(
        secure ? "https" : "http",
        header(headers, "Host"),
        header(headers, "Origin"),
        header(headers, "Sec-Fetch-Site"),
        header(headers, "Cookie"),
        header(headers, "Authorization"));
  }

  private static Optional<String> header(Headers headers, String name) {
    return Optional.ofNullable(headers.getFirst(name));
  }

  /// A link on another site may lead to the page, which shows nothing by itself; nothing else may
  /// be asked for from there.
  private Optional<String> refusal(Gate.Caller caller, HttpExchange exchange) {
    boolean followsLink =
        exchange.getRequestMethod().equals("GET")
            && exchange.getRequestURI().getRawPath().equals("/");
    return gate.refusal(followsLink ? caller.fromNowhere() : caller)
        .or(() -> namelessChange(caller, exchange.getRequestMethod()));
  }

  /// Browsers say which page wants a change.
  private static Optional<String> namelessChange(Gate.Caller caller, String method) {
    boolean reads = method.equals("GET") || method.equals("HEAD");
    return reads || caller.origin().isPresent() || caller.authorization().isPresent()
        ? Optional.empty()
        : Optional.of("a change needs the header Origin, or the token as Authorization");
  }

  private static WebAnswer unknown() {
    return WebAnswer.error(
        WebAnswer.UNAUTHORIZED,
        "open the link that `manta dashboard` printed, which has the token; a program sends"
            + " \"Authorization: Bearer TOKEN\"");
  }

  private WebAnswer page(WebRequest request, Headers headers) {
    if (!List.of("GET", "HEAD").contains(request.method())) {
      return WebAnswer.error(WebAnswer.METHOD_NOT_ALLOWED, "the page is only read");
    }
    if (request.path().size() > 1) {
      return WebAnswer.notFound("there is no such page");
    }
    Optional<String> token = request.find("token");
    return token.isPresent() ? enter(token.get()) : file(request, headers);
  }

  private WebAnswer enter(String token) {
    return gate.isToken(token)
        ? WebAnswer.seeOther("/", Map.of("Set-Cookie", gate.setCookie(secure)))
        : WebAnswer.error(
            WebAnswer.FORBIDDEN,
            "this is not the token of this dashboard; open the link that it printed when it"
                + " started");
  }

  private WebAnswer file(WebRequest request, Headers headers) {
    return files
        .find(request.path().getFirst())
        .map(found -> isKnown(found, headers) ? notModified(found) : found)
        .orElseGet(() -> WebAnswer.notFound("there is no such page"));
  }

  private static boolean isKnown(WebAnswer found, Headers headers) {
    return header(headers, "If-None-Match")
        .filter(tag -> tag.equals(found.headers().get("ETag")))
        .isPresent();
  }

  private static WebAnswer notModified(WebAnswer found) {
    return new WebAnswer.Whole(WebAnswer.NOT_MODIFIED, found.headers(), new byte[0]);
  }
}
