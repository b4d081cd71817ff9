package dev.manta.bench.dashboard;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A page in a browser without a window, which is told what to do over its DevTools protocol.
final class ChromiumPage implements AutoCloseable {
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/google-chrome"));
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 20;

  private final Process browser;
  private final HttpClient client = HttpClient.newHttpClient();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final WebSocket socket;
  private int lastId;

  private ChromiumPage(Process browser, Path profile) throws IOException, InterruptedException {
    this.browser = browser;
    this.socket =
        client
            .newWebSocketBuilder()
            .buildAsync(target(port(browser, profile)), new Listening(answers))
            .join();
  }

  /// A page, where there is a browser.
  ///
  /// @param profile an empty directory for what the browser keeps
  static Optional<ChromiumPage> open(Path profile) throws IOException, InterruptedException {
    Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
    if (program.isEmpty()) {
      return Optional.empty();
    }
    Process browser =
        new ProcessBuilder(
                program.get().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--window-size=1280,900",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return Optional.of(new ChromiumPage(browser, profile));
    } catch (IOException | RuntimeException e) {
      browser.destroyForcibly();
      throw e;
    }
  }

  private static int port(Process browser, Path profile) throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!Files.exists(file) || Files.size(file) == 0) {
      if (!browser.isAlive() || System.nanoTime() > end) {
        throw new IOException("the browser does not start");
      }
      Thread.sleep(LOOK_MILLIS);
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
      return Integer.parseInt(lines.findFirst().orElseThrow());
    }
  }

  /// The address of the page that the browser has opened.
  private URI target(int port) throws IOException {
    URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
    try (var in = list.toURL().openStream()) {
      return Json.parse(in.readAllBytes()).asArray().items().stream()
          .map(Json::asObject)
          .filter(each -> each.get("type").asText().equals("page"))
          .map(each -> URI.create(each.get("webSocketDebuggerUrl").asText()))
          .findFirst()
          .orElseThrow(() -> new IOException("the browser has opened no page"));
    }
  }

  void visit(URI address) throws IOException, InterruptedException {
    call("Page.navigate", JsonObject.builder().put("url", address.toString()).build());
  }

  /// Forgets all that was loaded and kept, as if nobody had ever been here.
  void forget() throws IOException, InterruptedException {
    call("Network.enable", JsonObject.EMPTY);
    call("Network.clearBrowserCache", JsonObject.EMPTY);
    call("Network.clearBrowserCookies", JsonObject.EMPTY);
  }

  /// What a script comes to, once it does.
  Json evaluate(String script) throws IOException, InterruptedException {
    JsonObject result =
        call(
            "Runtime.evaluate",
            JsonObject.builder()
                .put("expression", script)
                .put("awaitPromise", true)
                .put("returnByValue", true)
                .build());
    if (result.has("exceptionDetails")) {
      throw new IOException("the page says " + result.get("exceptionDetails").text());
    }
    return result.get("result").asObject().find("value").orElse(JsonObject.EMPTY);
  }

  /// Waits until a condition holds on the page.
  void await(String condition) throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!evaluate("Boolean(" + condition + ")").asBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("the page does not come to: " + condition);
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private JsonObject call(String method, JsonObject parameters)
      throws IOException, InterruptedException {
    int id = ++lastId;
    JsonObject request =
        JsonObject.builder().put("id", id).put("method", method).put("params", parameters).build();
    socket.sendText(request.text(), true).join();
    while (true) {
      String text = answers.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (text == null) {
        throw new IOException("the browser does not answer " + method);
      }
      JsonObject answer = Json.parse(text).asObject();
      if (answer.find("id").filter(number -> number.asInt() == id).isPresent()) {
        return answer.get("result").asObject();
      }
    }
  }

  /// Puts the parts of each message together.
  private static final class Listening implements WebSocket.Listener {
    private final BlockingQueue<String> messages;
    private final StringBuilder message = new StringBuilder();

    Listening(BlockingQueue<String> messages) {
      this.messages = messages;
    }

    @Override
    @SuppressWarnings("NullAway") // the JDK's way to say that the part is taken
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        messages.add(message.toString());
        message.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }

  @Override
  public void close() {
    socket.abort();
    client.shutdownNow();
    browser.descendants().forEach(ProcessHandle::destroyForcibly);
    browser.destroyForcibly();
    try {
      browser.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
