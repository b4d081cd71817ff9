package dev.manta.stores;

import dev.manta.internal.machine.FileTree;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.objects.Backoff;
import java.io.File;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A server that speaks S3's interface, in a process of its own on a port of this machine.
final class S3Server implements AutoCloseable {
  static final String KEY = "AKIAMANTATEST";
  static final String SECRET = "a-secret-that-no-message-shows";
  static final String BUCKET = "manta-test";

  private static final Duration START = Duration.ofSeconds(60);

  private final Process process;
  private final URI endpoint;
  private final Path directory;

  private S3Server(Process process, URI endpoint, Path directory) {
    this.process = process;
    this.endpoint = endpoint;
    this.directory = directory;
  }

  /// s3proxy, which keeps objects as files and checks signatures.
  static S3Server s3proxy() {
    return s3proxy("");
  }

  /// The same with more settings.
  static S3Server s3proxy(String more) {
    return start(
        (port, directory) -> {
          Path settings = directory.resolve("s3proxy.properties");
          Path data = Files.createDirectories(directory.resolve("data"));
          Files.createDirectories(data.resolve(BUCKET));
          Files.writeString(
              settings,
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
                      .formatted(port, KEY, SECRET, data)
                  + more);
          Path log = directory.resolve("logback.xml");
          Files.writeString(log, "<configuration/>");
          return List.of(
              "-Dlogback.configurationFile=" + log,
              "-cp",
              System.getProperty("java.class.path"),
              "org.gaul.s3proxy.Main",
              "--properties",
              settings.toString());
        });
  }

  /// Adobe's S3Mock, which checks no signatures, and knows versions and checksums.
  static S3Server s3mock() {
    return start(
        (port, directory) ->
            List.of(
                "-jar",
                jar("s3mock"),
                "--com.adobe.testing.s3mock.httpPort=" + port,
                "--server.port=0",
                "--com.adobe.testing.s3mock.store.initialBuckets=" + BUCKET,
                "--com.adobe.testing.s3mock.store.root=" + directory.resolve("data")));
  }

  private interface Words {
    List<String> of(int port, Path directory) throws IOException;
  }

  private static S3Server start(Words words) {
    try {
      int port = freePort();
      Path directory = Files.createTempDirectory("manta-s3-");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
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

  private static String jar(String name) {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Path.of(entry).getFileName().toString().startsWith(name + "-")
          && entry.endsWith("-exec.jar")) {
        return entry;
      }
    }
    throw new IllegalStateException("there is no jar of " + name + " on the class path");
  }

  private void awaitStart() throws IOException {
    long end = System.nanoTime() + START.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      if (answers()) {
        return;
      }
    }
    String log = Files.readString(directory.resolve("log"));
    close();
    throw new IllegalStateException("the server did not start:\n" + log);
  }

  private boolean answers() {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(HttpRequest.newBuilder(endpoint).build(), HttpResponse.BodyHandlers.discarding());
      return true;
    } catch (IOException notYet) {
      awaitExit(Duration.ofMillis(100));
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitExit(Duration most) {
    try {
      process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  URI endpoint() {
    return endpoint;
  }

  /// The variables that a process needs to reach this server.
  static Map<String, String> variables(URI endpoint) {
    return Map.of(
        "AWS_ENDPOINT_URL_S3",
        endpoint.toString(),
        "AWS_ACCESS_KEY_ID",
        KEY,
        "AWS_SECRET_ACCESS_KEY",
        SECRET,
        "AWS_REGION",
        "us-east-1");
  }

  /// The test's bucket behind an address: this server's, or that of a proxy before it.
  static Storage storage(URI endpoint, Map<String, String> more, Backoff backoff, Duration stall) {
    Map<String, String> variables = new HashMap<>(variables(endpoint));
    variables.putAll(more);
    var environment = new Environment(variables, Path.of("/nowhere"));
    return S3Storage.of(Location.parse("s3://" + BUCKET), environment, backoff, stall);
  }

  Storage storage() {
    return storage(endpoint, Map.of(), Backoff.DEFAULT, Duration.ofSeconds(20));
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
      FileTree.delete(directory);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
