package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.objects.Backoff;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers that lie, are slow or never stop talking.
@Timeout(300)
class LyingServerTest {
  private static final Location AT = Location.parse("s3://manta-test/runs/x");
  private static final Backoff SHORT =
      new Backoff(3, Duration.ofSeconds(2), Duration.ofMillis(1), Duration.ofMillis(2));

  private static Storage storage(URI endpoint, Map<String, String> more) {
    return TestS3.storage(endpoint, more, SHORT, Duration.ofMillis(500));
  }

  private static Storage storage(URI endpoint) {
    return storage(endpoint, Map.of());
  }

  private static String page(String contents, String more) {
    return "<ListBucketResult>" + more + contents + "</ListBucketResult>";
  }

  private static String object(String key) {
    return "<Contents><Key>%s</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>"
        .formatted(key);
  }

  private static HttpServer server(HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", handler);
    server.start();
    return server;
  }

  private static URI at(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static void isErrorOfStorage(ThrowableAssert.ThrowingCallable use) {
    assertThat(catchThrowableOfType(MantaException.class, use))
        .extracting(MantaException::code)
        .isEqualTo(ErrorCode.STORAGE);
  }

  @Test
  void aListThatGoesInCirclesIsAnErrorOfStorage() {
    String circle =
        "<IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken>";
    try (var store =
        new ScriptedStore(_ -> new Said(200, page(object("runs/x/a"), circle), Map.of()))) {
      isErrorOfStorage(() -> storage(store.endpoint()).children(AT));
      assertThat(store.asked()).hasSize(2);
    }
  }

  @Test
  void uploadsThatAreListedInCirclesAreAnErrorOfStorage() {
    String circle =
        "<ListMultipartUploadsResult><IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker></ListMultipartUploadsResult>";
    try (var store = new ScriptedStore(_ -> new Said(200, circle, Map.of()))) {
      isErrorOfStorage(() -> storage(store.endpoint()).sweep(AT, Duration.ZERO));
      assertThat(store.asked()).hasSize(2);
    }
  }

  @Test
  void anUploadOfNoTimeIsAnErrorOfStorage() {
    String list =
        "<ListMultipartUploadsResult><Upload><Key>runs/x/a</Key><UploadId>u</UploadId><Initiated>then</Initiated></Upload></ListMultipartUploadsResult>";
    try (var store = new ScriptedStore(_ -> new Said(200, list, Map.of()))) {
      isErrorOfStorage(() -> storage(store.endpoint()).sweep(AT, Duration.ZERO));
    }
  }

  @Test
  void deletingAPrefixTouchesNothingOutsideOfIt() {
    try (var store =
        new ScriptedStore(
            asked ->
                asked.call().startsWith("GET")
                    ? new Said(200, page(object("other/precious"), ""), Map.of())
                    : asked.call().startsWith("HEAD")
                        ? new Said(404, "", Map.of())
                        : new Said(204, "", Map.of()))) {
      isErrorOfStorage(() -> storage(store.endpoint()).deletePrefix(AT));
      assertThat(store.asked()).noneMatch(asked -> asked.call().startsWith("DELETE"));
    }
  }

  @Test
  void aRefusalWithoutAKeyDoesNotDeleteTheBucket() {
    try (var store =
        new ScriptedStore(
            asked -> {
              if (asked.call().startsWith("GET")) {
                return new Said(200, page(object("runs/x/a") + object("runs/x/b"), ""), Map.of());
              }
              if (asked.call().startsWith("POST")) {
                return new Said(
                    200,
                    "<DeleteResult><Error><Code>InternalError</Code></Error></DeleteResult>",
                    Map.of());
              }
              return new Said(asked.call().startsWith("HEAD") ? 404 : 204, "", Map.of());
            })) {
      storage(store.endpoint()).deletePrefix(AT);
      assertThat(store.asked())
          .extracting(ScriptedStore.Asked::call)
          .filteredOn(call -> call.startsWith("DELETE"))
          .containsExactlyInAnyOrder("DELETE /manta-test/runs/x/a", "DELETE /manta-test/runs/x/b");
    }
  }

  @Test
  void aListThatMakesNoSenseIsAnErrorOfStorage() {
    String broken =
        "<Contents><Key>runs/x/a</Key><Size>many</Size><LastModified>then</LastModified></Contents>";
    try (var store =
        new ScriptedStore(
            asked ->
                asked.call().startsWith("HEAD")
                    ? new Said(404, "", Map.of())
                    : new Said(200, page(broken, ""), Map.of()))) {
      isErrorOfStorage(() -> storage(store.endpoint()).list(AT));
    }
  }

  @Test
  void aChildOutsideOfThePrefixIsAnErrorOfStorage() {
    try (var store = new ScriptedStore(_ -> new Said(200, page(object("a"), ""), Map.of()))) {
      isErrorOfStorage(() -> storage(store.endpoint()).children(AT));
    }
  }

  /// Another program may have made an object whose key no location has.
  @Test
  void aChildThatNoLocationCanNameIsLeftOut() {
    String above = "<CommonPrefixes><Prefix>runs/x/../</Prefix></CommonPrefixes>";
    String names = object("runs/x/b") + above;
    try (var store = new ScriptedStore(_ -> new Said(200, page(names, ""), Map.of()))) {
      assertThat(storage(store.endpoint()).children(AT)).containsExactly("b");
    }
  }

  /// A server that looks whether there is an object, and writes once all others have looked.
  @Test
  void aServerThatLooksFirstAndWritesLaterIsRefusedThroughOneConnectionToo() {
    var written = new AtomicBoolean();
    var looked = new CountDownLatch(8);
    try (var store =
        new ScriptedStore(
            asked -> {
              if (asked.call().startsWith("PUT")) {
                return putLate(written, looked);
              }
              return new Said(asked.call().startsWith("HEAD") ? 404 : 204, "", Map.of());
            })) {
      Storage storage = patient(store.endpoint(), Map.of("MANTA_S3_CONNECTIONS", "1"));
      assertThatThrownBy(() -> storage.requireExclusivePuts(AT))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("carried out 8");
    }
  }

  private static Said putLate(AtomicBoolean written, CountDownLatch looked) {
    boolean there = written.get();
    looked.countDown();
    try {
      looked.await(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    written.set(true);
    return new Said(there ? 412 : 200, "", Map.of());
  }

  private static Storage patient(URI endpoint, Map<String, String> more) {
    return TestS3.storage(endpoint, more, SHORT, Duration.ofSeconds(30));
  }

  @Test
  void anObjectThatLooksLikeAnErrorIsAnObject() {
    String content = "<Error><Code>NoSuchKey</Code></Error>";
    try (var store = new ScriptedStore(_ -> new Said(200, content, Map.of()))) {
      assertThat(storage(store.endpoint()).find(AT))
          .hasValueSatisfying(
              bytes -> assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(content));
    }
  }

  @Test
  void aSizeThatIsNotSaidIsThatOfARange() {
    Said range = new Said(206, "a", Map.of("Content-Range", "bytes 0-0/1234"));
    try (var store = new ScriptedStore(asked -> headOr(asked, range))) {
      assertThat(storage(store.endpoint()).size(AT)).hasValue(1234);
    }
  }

  @Test
  void anObjectWithoutAFirstByteIsEmpty() {
    try (var store =
        new ScriptedStore(asked -> headOr(asked, Said.error(416, "InvalidRange", "")))) {
      assertThat(storage(store.endpoint()).size(AT)).hasValue(0);
    }
  }

  @Test
  void aSizeThatIsNeverSaidIsAnErrorOfStorage() {
    try (var store = new ScriptedStore(asked -> headOr(asked, new Said(206, "a", Map.of())))) {
      isErrorOfStorage(() -> storage(store.endpoint()).size(AT));
    }
  }

  /// The test's server says no length in an answer to HEAD.
  private static Said headOr(ScriptedStore.Asked asked, Said other) {
    return asked.call().startsWith("HEAD") ? new Said(200, "", Map.of()) : other;
  }

  @Test
  void aBucketIsNoObject() {
    try (var store = new ScriptedStore(_ -> new Said(200, "", Map.of()))) {
      Storage storage = storage(store.endpoint());
      Location bucket = Location.parse("s3://manta-test");
      assertThatThrownBy(() -> storage.put(bucket, ByteSource.of(new byte[1])))
          .hasMessage(
              "cannot write s3://manta-test: it is a bucket, not an object; name one in it, like"
                  + " s3://manta-test/name");
      assertThatThrownBy(() -> storage.putIfAbsent(bucket, new byte[1]))
          .isInstanceOf(MantaException.class);
      assertThat(storage.find(bucket)).isEmpty();
      assertThat(storage.size(bucket)).isEmpty();
      assertThat(store.asked()).isEmpty();
    }
  }

  @Test
  void anAnswerWithoutEndIsNotReadIntoMemory() throws IOException {
    var sent = new AtomicLong();
    HttpServer server = server(exchange -> flood(exchange, sent, 192 << 20));
    try {
      isErrorOfStorage(() -> storage(at(server)).children(AT));
      assertThat(sent.get()).as("bytes taken of an answer to a list").isLessThan(64 << 20);
    } finally {
      server.stop(0);
    }
  }

  private static void flood(HttpExchange exchange, AtomicLong sent, long most) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] some = new byte[1 << 20];
    try (OutputStream out = exchange.getResponseBody()) {
      while (sent.get() < most) {
        out.write(some);
        sent.addAndGet(some.length);
      }
    }
  }

  @Test
  void anAnswerThatDripsEndsSomeTime() throws Exception {
    var over = new CountDownLatch(1);
    HttpServer server = server(exchange -> drip(exchange, over));
    try {
      Storage storage = storage(at(server));
      assertThat(catchThrowable(() -> storage.putIfAbsent(AT, new byte[1])))
          .hasMessageContaining("it was not over after 1500 ms and hardly moved");
    } finally {
      over.countDown();
      server.stop(0);
    }
  }

  private static void drip(HttpExchange exchange, CountDownLatch over) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      while (!over.await(50, TimeUnit.MILLISECONDS)) {
        out.write(' ');
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aKeyOrTokenThatNoHeaderCanHaveIsNotShown() {
    for (String variable : List.of("AWS_SESSION_TOKEN", "AWS_ACCESS_KEY_ID")) {
      String secret = "first-line\nsecond-line-of-a-secret";
      try (var store = new ScriptedStore(_ -> new Said(200, "", Map.of()))) {
        Storage storage = storage(store.endpoint(), Map.of(variable, secret));
        MantaException failure =
            catchThrowableOfType(
                MantaException.class, () -> storage.put(AT, ByteSource.of(new byte[1])));
        assertThat(failure.code()).isEqualTo(ErrorCode.USER);
        assertThat(failure)
            .hasMessageContaining("from AWS_ACCESS_KEY_ID has a line break")
            .hasMessageNotContaining("line-of-a-secret");
        assertThat(store.asked()).isEmpty();
      }
    }
  }

  @Test
  void moreThanTwoGigabytesMayGoIntoMemoryOfOneThread() {
    try (var store = new ScriptedStore(_ -> Said.error(403, "AccessDenied", ""));
        Arena arena = Arena.ofConfined()) {
      MemorySegment large = MemorySegment.NULL.reinterpret(3L << 30, arena, null);
      assertThatThrownBy(() -> storage(store.endpoint()).read(AT, 0, large))
          .hasMessageContaining("403 AccessDenied");
    }
  }

  /// A laptop wakes up, and its clock is set a moment later.
  @Test
  void aClockThatIsSetSoonIsWaitedFor() {
    try (var store = new ScriptedStore(_ -> Said.error(403, "RequestTimeTooSkewed", ""))) {
      isErrorOfStorage(() -> storage(store.endpoint()).putIfAbsent(AT, new byte[1]));
    }
  }

  @Test
  void aServiceForCredentialsThatIsAwayForAMomentIsWaitedFor() {
    try (var store = new ScriptedStore(_ -> new Said(200, "", Map.of()))) {
      var environment =
          new Environment(
              Map.of(
                  "AWS_ENDPOINT_URL_S3",
                  store.endpoint().toString(),
                  "AWS_EC2_METADATA_SERVICE_ENDPOINT",
                  "http://127.0.0.1:1"),
              Path.of("/nowhere"));
      Storage storage = S3Storage.of(AT, environment, SHORT, Duration.ofMillis(500));
      isErrorOfStorage(() -> storage.putIfAbsent(AT, new byte[1]));
    }
  }

  @Test
  void keysThatWereRenewedInTheirFileAreUsedWhenTheOldOnesAreRefused(@TempDir Path home)
      throws IOException {
    Path file = Files.createDirectories(home.resolve(".aws")).resolve("credentials");
    keep(file, "OLD");
    try (var store =
        new ScriptedStore(
            asked -> {
              if (asked.headers().getOrDefault("authorization", "").contains("=NEW/")) {
                return new Said(200, "", Map.of());
              }
              keep(file, "NEW");
              return Said.error(403, "InvalidAccessKeyId", "");
            })) {
      var environment =
          new Environment(Map.of("AWS_ENDPOINT_URL_S3", store.endpoint().toString()), home);
      Storage storage = S3Storage.of(AT, environment, SHORT, Duration.ofMillis(500));
      assertThat(storage.putIfAbsent(AT, new byte[1])).isTrue();
    }
  }

  @Test
  void keysThatStayTheSameAreRefusedAfterOneMoreTry() {
    try (var store = new ScriptedStore(_ -> Said.error(403, "InvalidAccessKeyId", ""))) {
      assertThatThrownBy(() -> storage(store.endpoint()).putIfAbsent(AT, new byte[1]))
          .hasMessageContaining("does not know these credentials");
      assertThat(store.asked()).hasSize(2);
    }
  }

  private static void keep(Path file, String id) {
    String text = "[default]\naws_access_key_id = %s\naws_secret_access_key = s\n";
    try {
      Files.writeString(file, text.formatted(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRegionOfGooglesIsNotFollowed() {
    Said moved = Said.error(400, "InvalidArgument", "<Region>eu-west-1</Region>");
    try (var store = new ScriptedStore(_ -> moved)) {
      var environment =
          new Environment(
              Map.of(
                  "MANTA_GS_ENDPOINT", store.endpoint().toString(), "MANTA_GS_ANONYMOUS", "true"),
              Path.of("/nowhere"));
      Location at = Location.parse("gs://manta-test/x");
      Storage storage = S3Storage.of(at, environment, SHORT, Duration.ofMillis(500));
      isErrorOfStorage(() -> storage.find(at));
      assertThat(store.asked()).hasSize(1);
    }
  }
}
