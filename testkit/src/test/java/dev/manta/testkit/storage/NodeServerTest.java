package dev.manta.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

@Timeout(400)
class NodeServerTest {
  private static final NodePackage S3RVER = new NodePackage("s3rver", "3.7.1");

  @TempDir Path directory;

  @Test
  void aServerAnswersUntilItIsClosed() throws Exception {
    String address;
    try (NodeServer server = s3rver()) {
      address = server.address();
      assertThat(status(address)).isPositive();
    }
    assertThatThrownBy(() -> status(address)).isInstanceOf(ConnectException.class);
  }

  private NodeServer s3rver() {
    Path script = S3RVER.file("bin/s3rver.js");
    return NodeServer.start(script, directory, "-d", ".", "-a", "127.0.0.1", "-p", "0");
  }

  private static int status(String address) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void aServerThatEndsAtOnceIsShownWithWhatItPrinted() throws Exception {
    S3RVER.file("");
    Path script = Files.writeString(directory.resolve("broken.js"), "console.log('no disk')");
    assertThatThrownBy(() -> NodeServer.start(script, directory))
        .hasRootCauseMessage("it ended and had printed: no disk\n");
  }

  @Test
  void aPackageThatNobodyHasSkipsTheTestAndIsNamed() {
    NodePackage none = new NodePackage("manta-has-no-such-package", "0.0.1", directory);
    assertThatThrownBy(() -> none.file("x.js"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageStartingWith("no manta-has-no-such-package 0.0.1, which this test starts: ");
  }
}
