package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.FaultProxy;
import dev.manta.testkit.storage.FaultProxy.Fault;
import dev.manta.testkit.storage.FaultProxy.Plan;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
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

  private void spoilt(Plan plan, Use use) throws Exception {
    try (FaultProxy proxy = azurite.proxy(plan)) {
      use.of(open(Azurite.endpoint(proxy.endpoint().getPort()), Azurite.KEY));
    }
  }

  private Storage open(String endpoint, String key) {
    return new OpenDalProvider(Map.of("AZURE_STORAGE_ENDPOINT", endpoint, "AZURE_STORAGE_KEY", key))
        .open(root);
  }

  /// The first requests of a method meet a fault, all others pass.
  private static Plan first(int count, String of, Fault fault) {
    AtomicInteger left = new AtomicInteger(count);
    return (method, _) ->
        method.equals(of) && left.getAndDecrement() > 0 ? Optional.of(fault) : Optional.empty();
  }

  @Test
  void aServerThatIsBusyOrDropsConnectionsIsAskedAgain() throws Exception {
    for (Fault fault :
        List.of(Fault.TOO_MANY_CALLS, Fault.SLOW_DOWN, Fault.DROPPED, Fault.ANSWER_LOST)) {
      Location at = root.resolve(fault.name());
      spoilt(first(2, "PUT", fault), storage -> storage.put(at, ByteSource.of(new byte[9])));
      spoilt(first(2, "GET", fault), storage -> assertThat(storage.read(at)).hasSize(9));
      spoilt(first(2, "HEAD", fault), storage -> assertThat(storage.size(at)).hasValue(9));
    }
  }

  @Test
  void blocksAreSentAgainByThemselves() throws Exception {
    byte[] large = new byte[40_000_000];
    new Random(3).nextBytes(large);
    spoilt(
        first(2, "PUT", Fault.SLOW_DOWN),
        storage -> {
          storage.put(root.resolve("large"), ByteSource.of(large));
          assertThat(storage.read(root.resolve("large"))).isEqualTo(large);
        });
  }

  @Test
  void aLostAnswerOfPutIfAbsentIsSettledByReadingBack() throws Exception {
    Location at = root.resolve("record");
    spoilt(
        first(1, "PUT", Fault.ANSWER_LOST),
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
        first(1, "PUT", Fault.ANSWER_LOST),
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
        first(2, "GET", Fault.HALF_ANSWER),
        storage -> storage.read(at, 100_000, MemorySegment.ofArray(into)));
    assertThat(into).isEqualTo(Arrays.copyOfRange(bytes, 100_000, 1_000_000));
  }

  @Test
  void ofTwoDriversExactlyOneWinsEachRecordThoughAnswersAreLost() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    spoilt(
        (method, path) -> {
          int before = asked.computeIfAbsent(path, _ -> new AtomicInteger()).getAndIncrement();
          // Each driver tries five times: the last one must pass.
          return before < 4 && method.equals("PUT") ? draw(random) : Optional.empty();
        },
        storage -> {
          for (int record = 0; record < 10; record++) {
            Location at = root.resolve("log/" + record);
            assertThat(race(storage, at)).as("seed %s, record %s", seed, record).isEqualTo(1);
          }
        });
  }

  private static synchronized Optional<Fault> draw(Random random) {
    List<Fault> faults = List.of(Fault.ANSWER_LOST, Fault.DROPPED, Fault.SLOW_DOWN);
    int drawn = random.nextInt(faults.size() + 1);
    return drawn == faults.size() ? Optional.empty() : Optional.of(faults.get(drawn));
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

  /// The message of every operation, each of which must name the location and no secret, and be one
  /// that nobody waits for.
  private List<String> lastingFailures(Storage storage) {
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
    return uses.stream()
        .map(use -> failure(use, storage))
        .map(e -> checked(ErrorCode.USER, e))
        .toList();
  }

  private static String checked(ErrorCode code, MantaException failure) {
    assertThat(failure.code()).isEqualTo(code);
    for (Throwable each = failure; each != null; each = each.getCause()) {
      assertThat(String.valueOf(each))
          .doesNotContain("sig=", "PRIVATE", "UFJJVkFU", "unknown>", Azurite.KEY);
    }
    return String.valueOf(failure.getMessage());
  }

  @Test
  void aMissingContainerIsNamedWithTheCommandThatCreatesIt() {
    root = new Location("az", Azurite.ACCOUNT + "/nowhere/runs");
    assertThat(lastingFailures(open(azurite.endpoint(), Azurite.KEY)))
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
    assertThat(lastingFailures(open(azurite.endpoint(), wrong)))
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
    assertThat(checked(ErrorCode.USER, refused))
        .startsWith("cannot write " + root + "/x")
        .contains("refuses it");
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
    assertThat(checked(ErrorCode.STORAGE, failed))
        .contains("at http://127.0.0.1:1/devstoreaccount1 cannot be reached")
        .contains("Connection refused");
  }

  @Test
  void aServerThatStaysBusyIsAnErrorWithItsAnswer() throws Exception {
    spoilt(
        first(Integer.MAX_VALUE, "HEAD", Fault.SLOW_DOWN),
        storage ->
            assertThat(checked(ErrorCode.STORAGE, failure(s -> s.size(root.resolve("x")), storage)))
                .contains("answers: status 503")
                .endsWith("; try again later"));
  }
}
