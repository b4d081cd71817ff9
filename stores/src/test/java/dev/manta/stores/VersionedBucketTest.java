package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A bucket that keeps what is replaced and deleted, on the one server here that can.
@Tag("campaign")
@Timeout(300)
class VersionedBucketTest {
  private static final Location ROOT = Location.parse("s3://" + TestS3.BUCKET + "/runs");
  private static final String ENABLED =
      "<VersioningConfiguration"
          + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Status>Enabled</Status></VersioningConfiguration>";

  private static TestS3 server;
  private static Storage storage;

  @BeforeAll
  static void start() throws Exception {
    server = TestS3.s3mock();
    storage = server.storage();
    send("PUT", "?versioning", ENABLED);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String send(String method, String query, String body)
      throws IOException, InterruptedException {
    URI uri = URI.create(server.endpoint() + "/" + TestS3.BUCKET + query);
    var request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.ofString(body));
    try (HttpClient client = HttpClient.newHttpClient()) {
      var said = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(said.statusCode()).as(said.body()).isEqualTo(200);
      return said.body();
    }
  }

  @Test
  void theNewestVersionIsWhatIsThere() throws Exception {
    Location at = ROOT.resolve("replaced");
    storage.put(at, ByteSource.of(new byte[] {1}));
    storage.put(at, ByteSource.of(new byte[] {2, 2}));
    assertThat(storage.read(at)).containsExactly(2, 2);
    assertThat(storage.list(at)).extracting(Entry::size).containsExactly(2L);
    assertThat(storage.putIfAbsent(at, new byte[] {3})).isFalse();
    assertThat(send("GET", "?versions&prefix=runs/replaced", "").split("<Version>", -1)).hasSize(3);
  }

  @Test
  void whatIsDeletedIsGoneThoughItsVersionsAreKept() throws Exception {
    Location at = ROOT.resolve("deleted/a");
    storage.put(at, ByteSource.of(new byte[] {1}));
    storage.deletePrefix(ROOT.resolve("deleted"));
    assertThat(storage.exists(at)).isFalse();
    assertThat(storage.find(at)).isEmpty();
    // To lists and to puts-if-absent of this server it is still there, which it is not to Amazon's.
    storage.put(at, ByteSource.of(new byte[] {2}));
    assertThat(storage.read(at)).containsExactly(2);
    assertThat(send("GET", "?versions&prefix=runs/deleted", "")).contains("<DeleteMarker>");
  }
}
