package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.FaultProxy;
import dev.manta.testkit.storage.FaultProxy.Fault;
import dev.manta.testkit.storage.FaultProxy.Plan;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.opendal.AsyncOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Readers see an object or the one that replaced it, never a mixture.
@Timeout(300)
class OneVersionTest {
  /// More than travel at once: the last ones are asked for when the first ones have come.
  private static final int PARTS = 10;

  private static final int PART_BYTES = 1000;

  @TempDir static Path directory;

  private static Azurite azurite;
  private Location at;
  private Storage storage;

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
  void object() throws Exception {
    String container = "c" + UUID.randomUUID();
    azurite.create(container);
    at = new Location("az", Azurite.ACCOUNT + "/" + container + "/x");
    storage = new OpenDalProvider(azurite.environment()).open(at);
    replace(0);
  }

  private void replace(int with) {
    storage.put(at, ByteSource.of(filled(with)));
  }

  private static byte[] filled(int with) {
    byte[] bytes = new byte[PARTS * PART_BYTES];
    Arrays.fill(bytes, (byte) with);
    return bytes;
  }

  /// At the last part of the first few reads the object is replaced.
  private Plan replacedDuring(int reads) {
    AtomicInteger gets = new AtomicInteger();
    return (method, _) -> {
      int get = method.equals("GET") ? gets.incrementAndGet() : 1;
      if (get % PARTS == 0 && get / PARTS <= reads) {
        replace(get / PARTS);
      }
      return Optional.empty();
    };
  }

  private Target target(FaultProxy through) {
    String endpoint = Azurite.endpoint(through.endpoint().getPort());
    Map<String, String> variables =
        Map.of("AZURE_STORAGE_ENDPOINT", endpoint, "AZURE_STORAGE_KEY", Azurite.KEY);
    return Targets.of(at, new Environment(variables));
  }

  private byte[] read(Plan plan, int partBytes) throws Exception {
    byte[] into = new byte[PARTS * PART_BYTES];
    try (FaultProxy proxy = azurite.proxy(plan)) {
      Target target = target(proxy);
      AsyncOperator operator = AsyncOperator.of(target.service(), target.options());
      new Downloads(operator, new Objects(operator, operator), partBytes)
          .read(target.key(at), 0, MemorySegment.ofArray(into));
    }
    return into;
  }

  @Test
  void anObjectThatIsReplacedWhileItsPartsComeIsReadAgain() throws Exception {
    assertThat(read(replacedDuring(1), PART_BYTES)).isEqualTo(filled(1));
  }

  @Test
  void anObjectThatIsReplacedDuringEachReadIsAnError() {
    assertThatThrownBy(() -> read(replacedDuring(Integer.MAX_VALUE), PART_BYTES))
        .hasMessageContaining("the object was replaced each time that it was read");
  }

  /// The rest of the answer would be of the new object.
  private Plan replacedAfterHalfAnAnswer() {
    AtomicInteger gets = new AtomicInteger();
    return (method, _) -> {
      if (!method.equals("GET")) {
        return Optional.empty();
      }
      int get = gets.incrementAndGet();
      if (get == 2) {
        replace(1);
      }
      return get == 1 ? Optional.of(Fault.HALF_ANSWER) : Optional.empty();
    };
  }

  @Test
  void anAnswerThatBreaksOffIsNotEndedWithTheNextObject() throws Exception {
    assertThat(read(replacedAfterHalfAnAnswer(), PARTS * PART_BYTES)).isEqualTo(filled(1));
  }

  @Test
  void anAnswerThatBreaksOffIsNotEndedWithTheNextObjectOfTheStorage() throws Exception {
    byte[] into = new byte[PARTS * PART_BYTES];
    try (FaultProxy proxy = azurite.proxy(replacedAfterHalfAnAnswer())) {
      OpenDalStorage.open(target(proxy)).read(at, 0, MemorySegment.ofArray(into));
    }
    assertThat(into).isEqualTo(filled(1));
    replace(0);
    try (FaultProxy proxy = azurite.proxy(replacedAfterHalfAnAnswer())) {
      assertThat(OpenDalStorage.open(target(proxy)).find(at)).contains(filled(1));
    }
  }
}
