package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.opendal.FaultProxy.Fate;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AzureFaultsTest {
  @TempDir static Path directory;

  private static Azurite azurite;
  private Location root;

  @BeforeAll
  static void start() {
    azurite = Azurite.start(directory);
  }

  @AfterAll
  static void end() {
    if (azurite != null) {
      azurite.close();
    }
  }

  @BeforeEach
  void container() throws Exception {
    String container = "c" + UUID.randomUUID();
    azurite.create(container);
    root = new Location("az", Azurite.ACCOUNT + "/" + container + "/runs");
  }

  private interface Use {
    void of(Storage storage) throws Exception;
  }

  private void spoilt(Function<HttpExchange, Fate> fates, Use use) throws Exception {
    try (FaultProxy proxy = new FaultProxy(azurite.port(), fates)) {
      use.of(open(Azurite.endpoint(proxy.port()), Azurite.KEY));
    }
  }

  private Storage open(String endpoint, String key) {
    return new OpenDalProvider(Map.of("AZURE_STORAGE_ENDPOINT", endpoint, "AZURE_STORAGE_KEY", key))
        .open(root);
  }

  /// The first requests of a method get a fate, all others pass.
  private static Function<HttpExchange, Fate> first(int count, String method, Fate fate) {
    AtomicInteger left = new AtomicInteger(count);
    return exchange ->
        exchange.getRequestMethod().equals(method) && left.getAndDecrement() > 0 ? fate : Fate.PASS;
  }

  @Test
  void aServerThatIsBusyOrDropsConnectionsIsAskedAgain() throws Exception {
    for (Fate fate : List.of(Fate.BUSY_429, Fate.BUSY_503, Fate.DROP, Fate.LOSE_ANSWER)) {
      Location at = root.resolve(fate.name());
      spoilt(first(2, "PUT", fate), storage -> storage.put(at, ByteSource.of(new byte[9])));
      spoilt(first(2, "GET", fate), storage -> assertThat(storage.read(at)).hasSize(9));
      spoilt(first(2, "HEAD", fate), storage -> assertThat(storage.size(at)).hasValue(9));
    }
  }

  @Test
  void blocksAreSentAgainByThemselves() throws Exception {
    byte[] large = new byte[40_000_000];
    new Random(3).nextBytes(large);
    spoilt(
        first(2, "PUT", Fate.BUSY_503),
        storage -> {
          storage.put(root.resolve("large"), ByteSource.of(large));
          assertThat(storage.read(root.resolve("large"))).isEqualTo(large);
        });
  }

  @Test
  void aLostAnswerOfPutIfAbsentIsSettledByReadingBack() throws Exception {
    Location at = root.resolve("record");
    spoilt(
        first(1, "PUT", Fate.LOSE_ANSWER),
        storage -> {
          assertThat(storage.putIfAbsent(at, new byte[] {1})).isTrue();
          assertThat(storage.putIfAbsent(at, new byte[] {1})).isFalse();
        });
  }

  @Test
  void aLostAnswerWinsNothingThatAnotherHas() throws Exception {
    Location at = root.resolve("record");
    open(azurite.endpoint(), Azurite.KEY).putIfAbsent(at, new byte[] {1});
    spoilt(
        first(1, "PUT", Fate.LOSE_ANSWER),
        storage -> assertThat(storage.putIfAbsent(at, new byte[] {1})).isFalse());
  }

  @Test
  void aReadThatIsCutShortIsResumed() throws Exception {
    byte[] bytes = new byte[1_000_000];
    new Random(4).nextBytes(bytes);
    Location at = root.resolve("x");
    open(azurite.endpoint(), Azurite.KEY).put(at, ByteSource.of(bytes));
    byte[] into = new byte[900_000];
    spoilt(
        first(2, "GET", Fate.HALF_ANSWER),
        storage -> storage.read(at, 100_000, MemorySegment.ofArray(into)));
    assertThat(into).isEqualTo(Arrays.copyOfRange(bytes, 100_000, 1_000_000));
  }

  @Test
  void ofTwoDriversExactlyOneWinsEachRecordThoughAnswersAreLost() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    spoilt(
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          int before = asked.computeIfAbsent(path, _ -> new AtomicInteger()).getAndIncrement();
          // Each driver tries five times: the last one must pass.
          return before < 4 && exchange.getRequestMethod().equals("PUT")
              ? draw(random, Fate.PASS, Fate.LOSE_ANSWER, Fate.DROP, Fate.BUSY_503)
              : Fate.PASS;
        },
        storage -> {
          for (int record = 0; record < 10; record++) {
            Location at = root.resolve("log/" + record);
            assertThat(race(storage, at)).as("seed %s, record %s", seed, record).isEqualTo(1);
          }
        });
  }

  private static synchronized Fate draw(Random random, Fate... fates) {
    return fates[random.nextInt(fates.length)];
  }

  /// How many of two drivers that write the same bytes believe that they were first.
  private static long race(Storage storage, Location at) throws Exception {
    Callable<Boolean> driver = () -> storage.putIfAbsent(at, new byte[] {7});
    try (ExecutorService both = Executors.newFixedThreadPool(2)) {
      List<Future<Boolean>> answers = both.invokeAll(List.of(driver, driver));
      long won = 0;
      for (Future<Boolean> answer : answers) {
        won += answer.get() ? 1 : 0;
      }
      return won;
    }
  }

  private static MantaException failure(Use use, Storage storage) {
    try {
      use.of(storage);
    } catch (MantaException e) {
      return e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("nothing failed");
  }

  /// The message of every operation, each of which must name the location and no secret.
  private List<String> failures(Storage storage) {
    Location at = root.resolve("x");
    List<Use> uses =
        List.of(
            s -> s.put(at, ByteSource.of(new byte[1])),
            s -> s.putIfAbsent(at, new byte[1]),
            s -> s.read(at, 0, MemorySegment.ofArray(new byte[1])),
            s -> s.read(at),
            s -> s.size(at),
            s -> s.list(at),
            s -> s.children(at),
            s -> s.deletePrefix(at));
    return uses.stream().map(use -> failure(use, storage)).map(AzureFaultsTest::checked).toList();
  }

  private static String checked(MantaException failure) {
    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE);
    for (Throwable each = failure; each != null; each = each.getCause()) {
      assertThat(String.valueOf(each))
          .doesNotContain("sig=", "PRIVATE", "UFJJVkFU", "unknown>", Azurite.KEY);
    }
    return String.valueOf(failure.getMessage());
  }

  @Test
  void aMissingContainerIsNamedWithTheCommandThatCreatesIt() {
    root = new Location("az", Azurite.ACCOUNT + "/nowhere/runs");
    assertThat(failures(open(azurite.endpoint(), Azurite.KEY)))
        .allMatch(
            message ->
                message.endsWith(
                    root
                        + "/x: there is no container nowhere of account devstoreaccount1 at "
                        + azurite.endpoint()
                        + "; create it (az storage container create --account-name"
                        + " devstoreaccount1 --name nowhere) or choose another storage"),
            "names the container");
  }

  @Test
  void aWrongKeyIsRefusedWithTheVariablesToCheck() {
    String wrong = "UFJJVkFU" + Azurite.KEY.substring(8);
    assertThat(failures(open(azurite.endpoint(), wrong)))
        .allSatisfy(
            message ->
                assertThat(message)
                    .contains(root + "/x", "refuses it (status 403, AuthorizationFailure")
                    .endsWith(
                        "; check the key in AZURE_STORAGE_KEY, what it permits, and this machine's"
                            + " clock"));
  }

  @Test
  void aTokenThatMayOnlyReadIsRefusedAtTheFirstPut() {
    Map<String, String> environment =
        Map.of(
            "AZURE_STORAGE_ENDPOINT",
            azurite.endpoint(),
            "AZURE_STORAGE_SAS_TOKEN",
            Azurite.token("rl"));
    Storage reader = new OpenDalProvider(environment).open(root);
    assertThat(reader.list(root)).isEmpty();
    MantaException refused =
        failure(s -> s.put(root.resolve("x"), ByteSource.of(new byte[1])), reader);
    assertThat(checked(refused)).startsWith("cannot write " + root + "/x").contains("refuses it");
  }

  @Test
  void aServerThatIsNotThereIsNamedAndItsAddressShowsNoToken() {
    Map<String, String> environment =
        Map.of(
            "AZURE_STORAGE_ENDPOINT",
            Azurite.endpoint(1),
            "AZURE_STORAGE_SAS_TOKEN",
            "sv=1&sig=PRIVATE");
    Storage storage = new OpenDalProvider(environment).open(root);
    MantaException failed = failure(s -> s.size(root), storage);
    assertThat(checked(failed))
        .contains("at http://127.0.0.1:1/devstoreaccount1 cannot be reached")
        .contains("Connection refused");
  }

  @Test
  void aServerThatStaysBusyIsAnErrorWithItsAnswer() throws Exception {
    spoilt(
        first(Integer.MAX_VALUE, "HEAD", Fate.BUSY_503),
        storage ->
            assertThatThrownBy(() -> storage.size(root.resolve("x")))
                .hasMessageContaining("answers: status 503")
                .hasMessageEndingWith("; try again later"));
  }
}
