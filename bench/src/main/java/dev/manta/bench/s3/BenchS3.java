package dev.manta.bench.s3;

import dev.manta.testkit.storage.S3Server;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// s3proxy with an empty bucket, for what is measured and tormented on it.
public final class BenchS3 implements AutoCloseable {
  /// The bucket that it has.
  public static final String BUCKET = "manta-bench";

  private static final S3Server.Access ACCESS =
      new S3Server.Access("AKIAMANTABENCH", "a-secret-of-this-machine", BUCKET);

  private final S3Server server;

  private BenchS3(S3Server server) {
    this.server = server;
  }

  /// Starts one, and waits until it answers.
  public static BenchS3 start() throws IOException, InterruptedException {
    String jars = ToolJars.of("s3proxy").classPath();
    return new BenchS3(
        S3Server.s3proxy(List.of("-XX:+UseSerialGC", "-Xmx4g", "-cp", jars), ACCESS, ""));
  }

  public URI endpoint() {
    return server.endpoint();
  }

  /// The variables of a process that reaches it directly.
  public Map<String, String> variables() {
    return variables(endpoint());
  }

  /// The variables of a process that reaches it through an address before it.
  public static Map<String, String> variables(URI address) {
    return ACCESS.variables(address);
  }

  /// Ends it, and removes what was in it.
  @Override
  public void close() {
    server.close();
  }
}
