package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.ScriptedStore.Asked;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.objects.Backoff;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What was damaged on its way, and puts that met others.
@Timeout(300)
class ChecksumsTest {
  private static final Location AT = Location.parse("s3://manta-test/runs/x");
  private static final String SUM = "x-amz-checksum-crc32c";

  /// The bytes whose CRC-32C every description of it gives, as the header has that.
  private static final String DIGITS = "123456789";

  private static final String OF_DIGITS = "4waSgw==";
  private static final Said FINE = new Said(200, "", Map.of());
  private static final Backoff SHORT =
      new Backoff(4, Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ofMillis(2));

  private interface Use {
    void of(Storage storage);
  }

  /// What a server is asked that answers so, the last one again and again.
  private static List<Asked> asked(List<Said> answers, Use use) {
    Queue<Said> left = new ArrayDeque<>(answers);
    try (var store = new ScriptedStore(_ -> next(left))) {
      use.of(TestS3.storage(store.endpoint(), Map.of(), SHORT, Duration.ofSeconds(20)));
      return store.asked();
    }
  }

  private static synchronized Said next(Queue<Said> left) {
    return left.size() > 1 ? left.remove() : left.element();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aPutSaysTheChecksumOfItsBytes() {
    assertThat(asked(List.of(FINE), storage -> storage.put(AT, ByteSource.of(bytes(DIGITS)))))
        .allMatch(asked -> OF_DIGITS.equals(asked.headers().get(SUM)))
        .hasSize(1);
    assertThat(asked(List.of(FINE), storage -> storage.putIfAbsent(AT, bytes(DIGITS))))
        .allMatch(asked -> OF_DIGITS.equals(asked.headers().get(SUM)))
        .hasSize(1);
  }

  @Test
  void aPutThatWasDamagedOnItsWayIsMadeAgain() {
    Said damaged = Said.error(400, "BadDigest", "");
    assertThat(asked(List.of(damaged, FINE), storage -> storage.put(AT, ByteSource.of(bytes("x")))))
        .hasSize(2);
  }

  @Test
  void anObjectThatWasDamagedOnItsWayIsReadAgain() {
    Said damaged = new Said(200, "123456780", Map.of(SUM, OF_DIGITS));
    Said whole = new Said(200, DIGITS, Map.of(SUM, OF_DIGITS));
    List<Asked> asked =
        asked(
            List.of(damaged, whole),
            storage -> assertThat(storage.find(AT)).hasValue(bytes(DIGITS)));
    assertThat(asked).hasSize(2);
  }

  @Test
  void anObjectThatIsDamagedEachTimeIsAnError() {
    Said damaged = new Said(200, "123456780", Map.of(SUM, OF_DIGITS));
    asked(
        List.of(damaged),
        storage ->
            assertThatThrownBy(() -> storage.find(AT))
                .isInstanceOf(MantaException.class)
                .hasMessageContaining("its checksum is not that of what came"));
  }

  @Test
  void aConflictWithAnotherWriterIsTriedAgain() {
    Said conflict = Said.error(409, "ConditionalRequestConflict", "");
    Said taken = Said.error(412, "PreconditionFailed", "");
    assertThat(
            asked(
                List.of(conflict, FINE),
                storage -> assertThat(storage.putIfAbsent(AT, bytes("x"))).isTrue()))
        .hasSize(2);
    assertThat(
            asked(
                List.of(conflict, conflict, taken),
                storage -> assertThat(storage.putIfAbsent(AT, bytes("x"))).isFalse()))
        .hasSize(3);
  }
}
