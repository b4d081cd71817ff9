package dev.manta.stores.internal.objects;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Puts that fail where there is an object already.
public final class ExclusivePuts {
  /// So many try to put the same object at once when a server is probed.
  private static final int RACERS = 8;

  private final StoreClient client;
  private volatile boolean proved;

  public ExclusivePuts(StoreClient client) {
    this.client = client;
  }

  /// Stores an object if there is none.
  public boolean put(Location at, String key, byte[] bytes) {
    String mark = UUID.randomUUID().toString();
    Call call = call(at, key, bytes, mark);
    Answer answer = client.call(call);
    if (answer.isFine()) {
      client.meter().put(bytes.length);
      return true;
    }
    if (answer.status() != 412) {
      throw Failures.of(call, answer, client.settings());
    }
    return answer.unsure() && isMine(at, key, mark);
  }

  private Call call(Location at, String key, byte[] bytes, String mark) {
    Dialect dialect = client.settings().dialect();
    Payload payload = Payload.of(bytes);
    return Call.of("write", at, "PUT", key)
        .header(dialect.onlyIfAbsent())
        .header(dialect.own(PartUpload.OWNER), mark)
        .payload(payload)
        .checked(dialect.checksum(payload.crc32c()));
  }

  /// An earlier try may have stored the object, and its answer was lost. Its bytes alone would not
  /// tell: another writer may have had the same.
  private boolean isMine(Location at, String key, String mark) {
    Call call = Call.of("read", at, "HEAD", key);
    Answer there = client.call(call);
    if (!there.isFine() && there.status() != 404) {
      throw Failures.of(call, there, client.settings());
    }
    String own = client.settings().dialect().own(PartUpload.OWNER);
    return there.header(own).filter(mark::equals).isPresent();
  }

  /// Refuses a server where several puts of the same key are carried out, be it that it ignores the
  /// condition or that it looks first and writes later. Amazon and Google are known to keep it.
  public void requireKept(Location below, String prefix) {
    if (!client.settings().own() || proved) {
      return;
    }
    String name = ".manta-probe-" + UUID.randomUUID();
    Location at = below.resolve(name);
    try {
      requireOne(below, won(at, prefix + name));
      proved = true;
    } finally {
      client.call(Call.of("delete", at, "DELETE", prefix + name));
    }
  }

  /// However few connections uploads may have, these puts are under way at once: a server that
  /// looks first and writes later would keep the condition of one after the other.
  private int won(Location at, String key) {
    AtomicInteger won = new AtomicInteger();
    List<Integer> racers = IntStream.range(0, RACERS).boxed().toList();
    Slots.each(
        new Semaphore(RACERS),
        racers,
        Call.of("write", at, "PUT", key),
        racer -> won.addAndGet(probe(at, key, racer.byteValue()) ? 1 : 0));
    return won.get();
  }

  /// A server that does not know the condition at all is as one that keeps it from nobody.
  private boolean probe(Location at, String key, byte racer) {
    String mark = UUID.randomUUID().toString();
    Call call = call(at, key, new byte[] {racer}, mark);
    Answer answer = client.call(call);
    boolean unknown = answer.status() == 501 || answer.code().equals("NotImplemented");
    if (!answer.isFine() && answer.status() != 412 && !unknown) {
      throw Failures.of(call, answer, client.settings());
    }
    return answer.isFine() || unknown || (answer.unsure() && isMine(at, key, mark));
  }

  private void requireOne(Location below, int won) {
    if (won == 1) {
      return;
    }
    throw new MantaException(
        ErrorCode.USER,
        "%s cannot hold a run: of %s puts of one object with %s, %s carried out %s, so two drivers could both drive the run; use a server that carries out one (Amazon S3, Google Cloud Storage, MinIO, Ceph), or a newer version of this one"
            .formatted(
                below,
                RACERS,
                client.settings().dialect().onlyIfAbsent().getKey(),
                Failures.host(client.settings()),
                won));
  }
}
