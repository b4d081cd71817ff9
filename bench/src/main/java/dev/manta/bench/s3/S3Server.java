package dev.manta.bench.s3;

import dev.manta.bench.Scratch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// s3proxy in a process of its own on a port of this machine: it keeps objects as files, checks
/// signatures, and ends with this JVM.
public final class S3Server implements AutoCloseable {
  /// The bucket that it has.
  public static final String BUCKET = "manta-bench";

  private static final String KEY = "AKIAMANTABENCH";
  private static final String SECRET = "a-secret-of-this-machine";
  private static final Duration START = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_MILLIS = 100;

  private final Process process;
  private final URI endpoint;
  private final Scratch scratch;
  private final Thread ending;

  private S3Server(Process process, URI endpoint, Scratch scratch) {
    this.process = process;
    this.endpoint = endpoint;
    this.scratch = scratch;
    this.ending = new Thread(process::destroyForcibly, "s3-server-end");
    Runtime.getRuntime().addShutdownHook(ending);
  }

  /// Starts one with an empty bucket, and waits until it answers.
  public static S3Server start() throws IOException, InterruptedException {
    String jars = ToolJars.of("s3proxy").classPath();
    int port = freePort();
    Scratch scratch = Scratch.make();
    Process process =
        new ProcessBuilder(command(jars, scratch.path(), port))
            .redirectErrorStream(true)
            .redirectOutput(scratch.path().resolve("log").toFile())
            .start();
    var server = new S3Server(process, URI.create("http://127.0.0.1:" + port), scratch);
    server.awaitStart();
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> command(String jars, Path directory, int port) throws IOException {
    Path log = directory.resolve("logback.xml");
    Files.writeString(log, "<configuration/>");
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx4g", "-Dlogback.configurationFile=" + log));
    command.addAll(List.of("-cp", jars, "org.gaul.s3proxy.Main"));
    command.addAll(List.of("--properties", settings(directory, port).toString()));
    return command;
  }

  private static Path settings(Path directory, int port) throws IOException {
    Path data = directory.resolve("data");
    Files.createDirectories(data.resolve(BUCKET));
    return Files.writeString(
        directory.resolve("s3proxy.properties"),
        """
        s3proxy.endpoint=http://127.0.0.1:%s
        s3proxy.authorization=aws-v2-or-v4
        s3proxy.identity=%s
        s3proxy.credential=%s
        s3proxy.ignore-unknown-headers=true
        jclouds.provider=filesystem-nio2
        jclouds.identity=x
        jclouds.credential=x
        jclouds.filesystem.basedir=%s
        """
            .formatted(port, KEY, SECRET, data));
  }

  private void awaitStart() throws IOException, InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    while (!answers()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        String log = Files.readString(scratch.path().resolve("log"));
        close();
        throw new IOException("the S3 server did not start:\n" + log);
      }
      process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private boolean answers() throws InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(HttpRequest.newBuilder(endpoint).build(), HttpResponse.BodyHandlers.discarding());
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  /// The variables of a process that reaches it directly.
  public Map<String, String> variables() {
    return variables(endpoint);
  }

  /// The variables of a process that reaches it through an address before it.
  public static Map<String, String> variables(URI address) {
    return Map.of(
        "AWS_ENDPOINT_URL_S3",
        address.toString(),
        "AWS_ACCESS_KEY_ID",
        KEY,
        "AWS_SECRET_ACCESS_KEY",
        SECRET,
        "AWS_REGION",
        "us-east-1");
  }

  /// Ends it, and removes what was in it.
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(ending);
    } catch (IllegalStateException endingAlready) {
      // Then it removes nothing but the process.
    }
    scratch.close();
  }
}
