package dev.manta.stores;

import dev.manta.internal.machine.UserCache;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.objects.Backoff;
import dev.manta.testkit.storage.S3Server;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A server that speaks S3's interface, with the bucket of these tests.
final class TestS3 implements AutoCloseable {
  static final String KEY = "AKIAMANTATEST";
  static final String SECRET = "a-secret-that-no-message-shows";
  static final String BUCKET = "manta-test";

  private static final S3Server.Access ACCESS = new S3Server.Access(KEY, SECRET, BUCKET);

  private final S3Server server;
  private final boolean shared;

  private TestS3(S3Server server, boolean shared) {
    this.server = server;
    this.shared = shared;
  }

  /// s3proxy, which keeps objects as files and checks signatures. It is one server for all tests of
  /// this JVM, each of which has a prefix of its own, and ends with it.
  static TestS3 s3proxy() {
    return new TestS3(Shared.S3PROXY, true);
  }

  /// A server of its own with more settings.
  static TestS3 s3proxy(String more) {
    return new TestS3(startS3proxy(more), false);
  }

  private static S3Server startS3proxy(String more) {
    List<String> options = options("-cp", System.getProperty("java.class.path"));
    return S3Server.s3proxy(options, ACCESS, more);
  }

  /// Adobe's S3Mock, which checks no signatures, and knows versions and checksums.
  static TestS3 s3mock() {
    return new TestS3(S3Server.s3mock(options("-jar", jar("s3mock")), ACCESS), false);
  }

  /// Started when it is first needed.
  private static final class Shared {
    static final S3Server S3PROXY = untilExit(startS3proxy(""));

    private Shared() {}

    private static S3Server untilExit(S3Server server) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shared-s3-end"));
      return server;
    }
  }

  private static List<String> options(String... more) {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    options.addAll(List.of(more));
    return options;
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

  URI endpoint() {
    return server.endpoint();
  }

  /// The variables that a process needs to reach this server.
  static Map<String, String> variables(URI endpoint) {
    return ACCESS.variables(endpoint);
  }

  /// The same for a program with a home of its own, whose workers start from the cache of this
  /// user.
  static Map<String, String> programVariables(URI endpoint) {
    Map<String, String> variables = new HashMap<>(variables(endpoint));
    variables.put("XDG_CACHE_HOME", String.valueOf(UserCache.directory().getParent()));
    return variables;
  }

  /// The test's bucket behind an address: this server's, or that of a proxy before it.
  static Storage storage(URI endpoint, Map<String, String> more, Backoff backoff, Duration stall) {
    Map<String, String> variables = new HashMap<>(variables(endpoint));
    variables.putAll(more);
    var environment = new Environment(variables, Path.of("/nowhere"));
    return S3Storage.of(Location.parse("s3://" + BUCKET), environment, backoff, stall);
  }

  Storage storage() {
    return storage(endpoint(), Map.of(), Backoff.DEFAULT, Duration.ofSeconds(20));
  }

  @Override
  public void close() {
    if (!shared) {
      server.close();
    }
  }
}
