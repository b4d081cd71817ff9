package dev.manta.stores.opendal;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Metadata;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.WriteOptions;

/// Makes an object unless there is one, and knows its own again when an answer was lost.
///
/// Each call marks its object with a name of its own, in the content type: two callers with the
/// same bytes are told apart.
final class PutOnce {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

  /// Without retries of OpenDAL's own: it would take the second answer, that the object is there,
  /// for a refusal.
  private final AsyncOperator plain;

  private final Objects objects;
  private final Duration answerMax;

  PutOnce(AsyncOperator plain, Objects objects) {
    this(plain, objects, ANSWER_MAX);
  }

  /// @param answerMax how long an answer is waited for: who has more patience asks again
  PutOnce(AsyncOperator plain, Objects objects, Duration answerMax) {
    this.plain = plain;
    this.objects = objects;
    this.answerMax = answerMax;
  }

  boolean put(String key, byte[] bytes) {
    requireConditions();
    String mark = "application/octet-stream; put=" + UUID.randomUUID();
    for (int attempt = 1; attempt <= Requests.TRIES_MAX; attempt++) {
      Optional<Boolean> made = attempt(key, bytes, mark, attempt == Requests.TRIES_MAX);
      if (made.isPresent()) {
        return made.get();
      }
      Requests.pause(attempt);
    }
    throw Refusal.temporary("an object was in the way each time, and gone when looked at");
  }

  void requireConditions() {
    if (!plain.info.fullCapability.writeWithIfNotExists) {
      throw new OpenDALException(
          OpenDALException.Code.Unsupported,
          "Unsupported (permanent) at write => has no put-if-absent, which the logs of runs need");
    }
  }

  /// Whether this call has made the object; empty where that is not known and another attempt says.
  private Optional<Boolean> attempt(String key, byte[] bytes, String mark, boolean last) {
    WriteOptions options = WriteOptions.builder().ifNotExists(true).contentType(mark).build();
    try {
      Requests.once(plain.write(key, bytes, options), bytes.length, answerMax);
      return Optional.of(true);
    } catch (OpenDALException e) {
      Refusal refusal = Refusal.of(e);
      if (refusal.isTaken()) {
        return objects.stat(key).map(there -> isMarked(there, mark));
      }
      if (last || !refusal.isPassing()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static boolean isMarked(Metadata there, String mark) {
    return mark.equals(there.contentType);
  }
}
