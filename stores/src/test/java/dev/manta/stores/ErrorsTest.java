package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.objects.Backoff;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What users read when a store refuses: what was asked, of whom, and the next step.
@Timeout(300)
class ErrorsTest {
  private static final Location AT = Location.parse("s3://manta-test/runs/x");
  private static final Backoff SHORT =
      new Backoff(3, Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ofMillis(2));

  private static Storage storage(URI endpoint) {
    return TestS3.storage(endpoint, Map.of(), SHORT, Duration.ofSeconds(5));
  }

  private static MantaException failure(Said said, Consumer<Storage> use) {
    try (var store = new ScriptedStore(_ -> said)) {
      return failure(store.endpoint(), storage(store.endpoint()), use);
    }
  }

  /// With the address in place of the one that the test's server happened to get.
  private static MantaException failure(URI endpoint, Storage storage, Consumer<Storage> use) {
    MantaException failure = catchThrowableOfType(MantaException.class, () -> use.accept(storage));
    assertThat(failure.getMessage()).doesNotContain(TestS3.SECRET);
    return new MantaException(
        failure.code(),
        String.valueOf(failure.getMessage()).replace(endpoint.toString(), "http://SERVER"));
  }

  private static void put(Storage storage) {
    storage.put(AT, ByteSource.of(new byte[1]));
  }

  private static void check(MantaException failure, ErrorCode code, String message) {
    assertThat(failure).hasMessage(message);
    assertThat(failure.code()).isEqualTo(code);
  }

  @Test
  void aForbiddenPut() {
    check(
        failure(Said.error(403, "AccessDenied", ""), ErrorsTest::put),
        ErrorCode.USER,
        "cannot write s3://manta-test/runs/x: http://SERVER refused (403 AccessDenied): these"
            + " credentials may not put objects there; allow s3:PutObject and"
            + " s3:AbortMultipartUpload on arn:aws:s3:::manta-test/…, and if the bucket is of"
            + " another account, its owner must allow it too");
  }

  @Test
  void aForbiddenList() {
    check(
        failure(Said.error(403, "AccessDenied", ""), storage -> storage.children(AT)),
        ErrorCode.USER,
        "cannot list s3://manta-test/runs/x: http://SERVER refused (403 AccessDenied): these"
            + " credentials may not list objects there; allow s3:ListBucket on"
            + " arn:aws:s3:::manta-test for this prefix, and if the bucket is of another account,"
            + " its owner must allow it too");
  }

  @Test
  void aForbiddenLookGetsItsReasonFromABody() {
    check(
        failure(Said.error(403, "AccessDenied", ""), storage -> storage.size(AT)),
        ErrorCode.USER,
        "cannot look at s3://manta-test/runs/x: http://SERVER refused (403 AccessDenied): these"
            + " credentials may not read objects there, or there is none and they may not list;"
            + " allow s3:GetObject on arn:aws:s3:::manta-test/… and s3:ListBucket on"
            + " arn:aws:s3:::manta-test, and if the bucket is of another account, its owner must"
            + " allow it too");
  }

  @Test
  void aMissingBucket() {
    check(
        failure(Said.error(404, "NoSuchBucket", ""), storage -> storage.find(AT)),
        ErrorCode.USER,
        "cannot read s3://manta-test/runs/x: there is no bucket manta-test at http://SERVER;"
            + " create it, or check its name, AWS_REGION and AWS_ENDPOINT_URL_S3");
  }

  @Test
  void aClockThatIsTwentyMinutesOff() {
    Instant there = Instant.now().plus(Duration.ofSeconds(20 * 60 + 30));
    String time = "<ServerTime>" + there + "</ServerTime>";
    check(
        failure(Said.error(403, "RequestTimeTooSkewed", time), ErrorsTest::put),
        ErrorCode.STORAGE,
        "cannot write s3://manta-test/runs/x: this machine's clock is 20 min behind that of"
            + " http://SERVER, which refuses signatures of another time; set the clock"
            + " (timedatectl set-ntp true)");
  }

  @Test
  void expiredCredentials() {
    check(
        failure(Said.error(400, "ExpiredToken", ""), ErrorsTest::put),
        ErrorCode.STORAGE,
        "cannot write s3://manta-test/runs/x: the credentials for http://SERVER have expired (400"
            + " ExpiredToken); renew them, for example with aws sso login, or use a source that is"
            + " renewed, such as a role");
  }

  @Test
  void unknownCredentials() {
    check(
        failure(
            Said.error(403, "SignatureDoesNotMatch", "<StringToSign>x</StringToSign>"),
            ErrorsTest::put),
        ErrorCode.USER,
        "cannot write s3://manta-test/runs/x: http://SERVER does not know these credentials (403"
            + " SignatureDoesNotMatch); check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the"
            + " profile that AWS_PROFILE names");
  }

  @Test
  void noCredentials() {
    try (var store = new ScriptedStore(_ -> Said.error(403, "AccessDenied", ""))) {
      var environment =
          new Environment(
              Map.of(
                  "AWS_ENDPOINT_URL_S3",
                  store.endpoint().toString(),
                  "AWS_EC2_METADATA_DISABLED",
                  "true"),
              Path.of("/nowhere"));
      check(
          failure(
              store.endpoint(),
              S3Storage.of(AT, environment, SHORT, Duration.ofSeconds(5)),
              ErrorsTest::put),
          ErrorCode.USER,
          "cannot write s3://manta-test/runs/x: no credentials were found; looked at"
              + " AWS_ACCESS_KEY_ID, AWS_WEB_IDENTITY_TOKEN_FILE, profile default of ~/.aws (not"
              + " there), the container's service, the machine's service for http://SERVER; set"
              + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
              + " (MANTA_S3_ANONYMOUS=true for public objects)");
      assertThat(store.asked()).isEmpty();
    }
  }

  @Test
  void anOverloadedServer() {
    check(
        failure(Said.error(503, "SlowDown", ""), ErrorsTest::put),
        ErrorCode.STORAGE,
        "cannot write s3://manta-test/runs/x: http://SERVER answered 503 SlowDown 3 times: No;"
            + " it is overloaded: try later, or with fewer workers");
  }

  @Test
  void aServerThatIsNotThere() throws IOException {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    MantaException failure = failure(nobody, storage(nobody), ErrorsTest::put);
    assertThat(failure.getMessage())
        .startsWith("cannot write s3://manta-test/runs/x: http://SERVER did not answer (")
        .endsWith(") 3 times; check the network, AWS_ENDPOINT_URL_S3 and HTTPS_PROXY");
    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE);
  }

  @Test
  void aWrongRegionIsFollowedOnce() {
    try (var store =
        new ScriptedStore(
            asked ->
                asked.headers().getOrDefault("authorization", "").contains("/eu-west-1/s3/")
                    ? new Said(200, "", Map.of())
                    : Said.error(
                        400, "AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>"))) {
      put(storage(store.endpoint()));
      assertThat(store.asked()).hasSize(2);
    }
  }

  @Test
  void aRegionThatLeadsNowhere() {
    check(
        failure(Said.error(301, "PermanentRedirect", ""), ErrorsTest::put),
        ErrorCode.USER,
        "cannot write s3://manta-test/runs/x: the bucket manta-test is not in the region us-east-1"
            + " (301 PermanentRedirect from http://SERVER); set AWS_REGION to that of the bucket");
  }

  @Test
  void aServerThatKnowsNoChecksumsGetsNoneAgain() {
    try (var store =
        new ScriptedStore(
            asked ->
                asked.headers().containsKey("x-amz-checksum-crc32c")
                    ? Said.error(501, "NotImplemented", "")
                    : new Said(200, "", Map.of()))) {
      Storage storage = storage(store.endpoint());
      put(storage);
      put(storage);
      assertThat(store.asked()).hasSize(3);
    }
  }

  @Test
  void aServerThatIgnoresConditionsIsRefused() {
    check(
        failure(
            new Said(200, "", Map.of()),
            storage -> storage.requireExclusivePuts(Location.parse("s3://manta-test/runs"))),
        ErrorCode.USER,
        "s3://manta-test/runs cannot hold a run: of 8 puts of one object with if-none-match,"
            + " http://SERVER carried out 8, so two drivers could both drive the run; use a server"
            + " that carries out one (Amazon S3, Google Cloud Storage, MinIO, Ceph), or a newer"
            + " version of this one");
  }

  @Test
  void whoMayListAPrefixNeedNotBeAllowedToLookAtIt() {
    String list =
        """
        <ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>runs/x/a</Key>
        <Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
        <Contents><Key>runs/x/</Key><Size>0</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
        <Contents><Key>runs/x//b</Key><Size>0</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
        </ListBucketResult>
        """;
    try (var store =
        new ScriptedStore(
            asked ->
                asked.call().contains("list-type=2")
                    ? new Said(200, list, Map.of())
                    : Said.error(403, "AccessDenied", ""))) {
      assertThat(storage(store.endpoint()).list(AT))
          .extracting(Entry::at)
          .containsExactly(AT.resolve("a"));
    }
  }

  @Test
  void aRegionThatIsNoneIsNotFollowed() {
    Said elsewhere =
        Said.error(400, "AuthorizationHeaderMalformed", "<Region>evil.example/</Region>");
    try (var store = new ScriptedStore(_ -> elsewhere)) {
      failure(store.endpoint(), storage(store.endpoint()), ErrorsTest::put);
      assertThat(store.asked()).hasSize(1);
    }
  }

  @Test
  void anInterruptEndsACall() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI endpoint = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      var failed = new java.util.concurrent.CompletableFuture<Throwable>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      put(storage(endpoint));
                    } catch (MantaException e) {
                      failed.complete(e);
                    }
                  });
      silent.accept();
      thread.interrupt();
      assertThat(failed.get(4, java.util.concurrent.TimeUnit.SECONDS))
          .hasMessage("cannot write s3://manta-test/runs/x: the thread was interrupted");
    }
  }
}
