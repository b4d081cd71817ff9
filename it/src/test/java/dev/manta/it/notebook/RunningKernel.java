package dev.manta.it.notebook;

import dev.manta.it.JavaCommand;
import dev.manta.it.Sources;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/// A kernel in a process of its own, and a notebook that speaks to it by another implementation of
/// ZeroMQ.
final class RunningKernel implements AutoCloseable {
  private static final String KEY = "a-key";
  private static final int LIMIT_MILLIS = 240_000;

  private final Process process;
  private final Path log;
  private final ZContext context = new ZContext();
  private final ZMQ.Socket shell;
  private final ZMQ.Socket control;
  private final ZMQ.Socket news;
  private final ZMQ.Socket heart;

  private RunningKernel(Process process, Path log, JsonObject ports) {
    this.process = process;
    this.log = log;
    this.shell = connect(SocketType.DEALER, ports, "shell_port");
    this.control = connect(SocketType.DEALER, ports, "control_port");
    this.heart = connect(SocketType.REQ, ports, "hb_port");
    this.news = context.createSocket(SocketType.SUB);
    news.subscribe(new byte[0]);
    news.setReceiveTimeOut(LIMIT_MILLIS);
    news.connect(address(ports, "iopub_port"));
  }

  /// Starts a kernel whose user has this home.
  static RunningKernel start(Path home) throws IOException {
    return start(home, Map.of());
  }

  /// Starts a kernel with some variables of its environment.
  static RunningKernel start(Path home, Map<String, String> environment) throws IOException {
    JsonObject ports = ports();
    Path file = Files.write(home.resolve("connection.json"), ports.bytes());
    List<String> command = JavaCommand.manta();
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Duser.home=" + home);
    command.add("-Dmanta.home=" + Sources.root());
    command.addAll(JavaCommand.mantaMain());
    command.addAll(List.of("notebook", "kernel", file.toString()));
    Path log = home.resolve("kernel.log");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("TERM", "dumb");
    builder.environment().putAll(environment);
    var kernel = new RunningKernel(builder.start(), log, ports);
    kernel.awaitIdle();
    return kernel;
  }

  /// Ports that are free now; what takes one meanwhile fails the test with the kernel's log.
  private static JsonObject ports() throws IOException {
    JsonObject.Builder file =
        JsonObject.builder()
            .put("transport", "tcp")
            .put("ip", "127.0.0.1")
            .put("key", KEY)
            .put("signature_scheme", "hmac-sha256");
    List<ServerSocket> held = new ArrayList<>();
    for (String name :
        List.of("shell_port", "control_port", "stdin_port", "iopub_port", "hb_port")) {
      var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      held.add(socket);
      file.put(name, socket.getLocalPort());
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
    return file.build();
  }

  private ZMQ.Socket connect(SocketType type, JsonObject ports, String port) {
    ZMQ.Socket socket = context.createSocket(type);
    socket.setReceiveTimeOut(LIMIT_MILLIS);
    socket.setLinger(0);
    socket.connect(address(ports, port));
    return socket;
  }

  private static String address(JsonObject ports, String port) {
    return "tcp://127.0.0.1:" + ports.get(port).asInt();
  }

  /// As notebooks do: ask until the answer and its end are heard.
  private void awaitIdle() {
    request(shell, "kernel_info_request", JsonObject.EMPTY);
    answer(shell, "kernel_info_reply");
    String asked;
    news.setReceiveTimeOut(500);
    do {
      asked = request(shell, "kernel_info_request", JsonObject.EMPTY);
      answer(shell, "kernel_info_reply");
    } while (!heard(asked));
    news.setReceiveTimeOut(LIMIT_MILLIS);
  }

  private boolean heard(String asked) {
    for (byte[] first = news.recv(); first != null; first = news.recv()) {
      Heard message = rest(news, first);
      if (message.isIdleAfter(asked)) {
        return true;
      }
    }
    return false;
  }

  /// A message from the kernel.
  record Heard(String type, JsonObject parent, JsonObject content) {
    boolean isIdleAfter(String asked) {
      return isAbout(asked)
          && type.equals("status")
          && content.get("execution_state").asText().equals("idle");
    }

    boolean isAbout(String asked) {
      return parent.find("msg_id").filter(Json.of(asked)::equals).isPresent();
    }
  }

  /// Runs a cell to its end.
  Cell run(String code) {
    return await(begin(code));
  }

  /// Begins a cell; what identifies it.
  String begin(String code) {
    return begin(JsonObject.builder().put("code", code).build());
  }

  /// Begins a cell with a request of any content.
  String begin(JsonObject content) {
    return request(shell, "execute_request", content);
  }

  /// Waits for the end of the cell that was begun first.
  Cell await(String asked) {
    List<Heard> outputs = new ArrayList<>();
    awaitNews(
        asked,
        message -> {
          outputs.add(message);
          return message.isIdleAfter(asked);
        });
    return new Cell(answer(shell, "execute_reply"), outputs);
  }

  /// Reads what is heard of a cell until it is enough.
  void awaitNews(String asked, Predicate<Heard> enough) {
    Heard message;
    do {
      message = receive(news);
    } while (!message.isAbout(asked) || !enough.test(message));
  }

  void interrupt() {
    request(control, "interrupt_request", JsonObject.EMPTY);
    answer(control, "interrupt_reply");
  }

  JsonObject ask(String type, JsonObject content) {
    request(shell, type, content);
    return answer(shell, type.replace("_request", "_reply")).content();
  }

  String beat(String text) {
    heart.send(text);
    return heart.recvStr();
  }

  /// Ends the kernel as notebooks do; its exit status.
  int shutDown() throws InterruptedException {
    request(control, "shutdown_request", JsonObject.builder().put("restart", false).build());
    answer(control, "shutdown_reply");
    return awaitEnd();
  }

  /// Waits until the kernel has ended; its exit status.
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the kernel has not ended:\n" + log());
    }
    return process.exitValue();
  }

  /// Sends something that the kernel must not take for a message of this notebook.
  void sendUnsigned(String type) {
    send(shell, List.of("<IDS|MSG>", "no-signature", header(type, "x"), "{}", "{}", "{}"));
  }

  private static String header(String type, String id) {
    return JsonObject.builder()
        .put("msg_id", id)
        .put("session", "test")
        .put("username", "test")
        .put("date", "2026-01-01T00:00:00Z")
        .put("msg_type", type)
        .put("version", "5.3")
        .build()
        .text();
  }

  private String request(ZMQ.Socket socket, String type, JsonObject content) {
    String id = UUID.randomUUID().toString();
    List<String> json = List.of(header(type, id), "{}", "{}", content.text());
    List<String> parts = new ArrayList<>(List.of("<IDS|MSG>", signature(json)));
    parts.addAll(json);
    send(socket, parts);
    return id;
  }

  private static void send(ZMQ.Socket socket, List<String> parts) {
    for (int i = 0; i < parts.size() - 1; i++) {
      socket.sendMore(parts.get(i));
    }
    socket.send(parts.getLast());
  }

  private static String signature(List<String> json) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      json.forEach(part -> mac.update(part.getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Heard answer(ZMQ.Socket socket, String type) {
    Heard answer = receive(socket);
    if (!answer.type().equals(type)) {
      throw new AssertionError("a " + answer.type() + " came instead of a " + type);
    }
    return answer;
  }

  private Heard receive(ZMQ.Socket socket) {
    byte[] first = socket.recv();
    if (first == null) {
      throw new AssertionError("the kernel is silent; its log:\n" + log());
    }
    return rest(socket, first);
  }

  private static Heard rest(ZMQ.Socket socket, byte[] first) {
    List<String> parts = new ArrayList<>(List.of(new String(first, StandardCharsets.UTF_8)));
    while (socket.hasReceiveMore()) {
      parts.add(socket.recvStr());
    }
    List<String> json = parts.subList(parts.indexOf("<IDS|MSG>") + 2, parts.size());
    if (!signature(json).equals(parts.get(parts.indexOf("<IDS|MSG>") + 1))) {
      throw new AssertionError("a message is signed wrongly: " + parts);
    }
    return new Heard(
        Json.parse(json.get(0)).asObject().get("msg_type").asText(),
        Json.parse(json.get(1)).asObject(),
        Json.parse(json.get(3)).asObject());
  }

  private String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    context.close();
  }
}
