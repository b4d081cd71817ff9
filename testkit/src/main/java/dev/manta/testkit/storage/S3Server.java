package dev.manta.testkit.storage;

import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/// A server that speaks S3's interface, in a process of its own on a port of this machine. It ends
/// with this JVM.
public final class S3Server implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_MILLIS = 100;

  /// Errors alone: without a level, s3proxy makes debug texts, which take most of its time.
  private static final String LOG =
      """
      <configuration>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%msg%n%ex</pattern></encoder>
        </appender>
        <root level="ERROR"><appender-ref ref="out"/></root>
      </configuration>
      """;

  private final Process process;
  private final URI endpoint;
  private final Path directory;
  private final Thread ending;

  private S3Server(Process process, URI endpoint, Path directory) {
    this.process = process;
    this.endpoint = endpoint;
    this.directory = directory;
    this.ending = new Thread(process::destroyForcibly, "s3-server-end");
    Runtime.getRuntime().addShutdownHook(ending);
  }

  /// Who may use a server, and the bucket that it has.
  public record Access(String key, String secret, String bucket) {
    /// The variables of a process that reaches it at an address.
    public Map<String, String> variables(URI address) {
      return Map.of(
          "AWS_ENDPOINT_URL_S3",
          address.toString(),
          "AWS_ACCESS_KEY_ID",
          key,
          "AWS_SECRET_ACCESS_KEY",
          secret,
          "AWS_REGION",
          "us-east-1");
    }
  }

  private interface Words {
    List<String> of(int port, Path directory) throws IOException;
  }

  /// s3proxy, which keeps objects as files and checks signatures.
  ///
  /// @param options of its JVM, its class path among them
  /// @param more settings of it, as properties
  public static S3Server s3proxy(List<String> options, Access access, String more) {
    return start(
        options,
        (port, directory) -> {
          Path log = Files.writeString(directory.resolve("logback.xml"), LOG);
          Path settings = directory.resolve("s3proxy.properties");
          Files.writeString(settings, settings(port, directory, access) + more);
          return List.of(
              "-Dlogback.configurationFile=" + log,
              "org.gaul.s3proxy.Main",
              "--properties",
              settings.toString());
        });
  }

  private static String settings(int port, Path directory, Access access) throws IOException {
    Path data = directory.resolve("data");
    Files.createDirectories(data.resolve(access.bucket()));
    return """
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
        .formatted(port, access.key(), access.secret(), data);
  }

  /// Adobe's S3Mock, which checks no signatures, and knows versions and checksums.
  ///
  /// @param options of its JVM, its jar among them
  public static S3Server s3mock(List<String> options, Access access) {
    return start(
        options,
        (port, directory) ->
            List.of(
                "--com.adobe.testing.s3mock.httpPort=" + port,
                "--server.port=0",
                "--com.adobe.testing.s3mock.store.initialBuckets=" + access.bucket(),
                "--com.adobe.testing.s3mock.store.root=" + directory.resolve("data")));
  }

  private static S3Server start(List<String> options, Words words) {
    try {
      int port = freePort();
      Path directory = Files.createTempDirectory("manta-s3-");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(options);
      command.addAll(words.of(port, directory));
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("log").toFile())
              .start();
      var server = new S3Server(process, URI.create("http://127.0.0.1:" + port), directory);
      server.awaitStart();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart() throws IOException {
    long end = System.nanoTime() + START.toNanos();
    while (!answers()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        String log = Files.readString(directory.resolve("log"));
        close();
        throw new IOException("the server did not start:\n" + log);
      }
    }
  }

  private boolean answers() {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(HttpRequest.newBuilder(endpoint).build(), HttpResponse.BodyHandlers.discarding());
      return true;
    } catch (IOException notYet) {
      awaitExit(LOOK_EVERY_MILLIS);
      return false;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void awaitExit(long millis) {
    try {
      process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Where it listens.
  public URI endpoint() {
    return endpoint;
  }

  /// Ends it, and removes what was in it.
  @Override
  public void close() {
    process.destroyForcibly();
    awaitExit(TimeUnit.SECONDS.toMillis(10));
    try {
      Runtime.getRuntime().removeShutdownHook(ending);
    } catch (IllegalStateException endingAlready) {
      // Then it removes nothing but the process.
    }
    FileTree.delete(directory);
  }
}
