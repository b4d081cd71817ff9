package dev.manta.stores.internal.objects;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;

/// Puts objects: small ones whole, large ones in parts.
public final class Puts {
  /// How often a large object is sent from its beginning: again only when somebody ended its
  /// upload.
  private static final int ROUNDS = 3;

  private final StoreClient client;

  public Puts(StoreClient client) {
    this.client = client;
  }

  /// Stores an object, replacing what was there.
  public void put(Location at, String key, ByteSource from) {
    try {
      if (from.size() <= PartSizes.PART) {
        whole(at, key, from);
      } else {
        inParts(at, key, from);
      }
    } catch (IOException e) {
      throw StorageFailure.of("write", at, e);
    }
  }

  private void whole(Location at, String key, ByteSource from) throws IOException {
    try (SourceReader reader = new SourceReader(from)) {
      byte[] bytes = new byte[(int) reader.size()];
      int length = reader.next(bytes);
      reader.requireEnd();
      Payload payload = new Payload(bytes, length);
      Call call = Call.of("write", at, "PUT", key).payload(payload).checked(checksum(payload));
      Answer answer = client.call(call);
      if (!answer.isFine()) {
        throw Failures.of(call, answer, client.settings());
      }
      client.meter().put(length);
    }
  }

  private java.util.Map.Entry<String, String> checksum(Payload payload) {
    return client.settings().dialect().checksum(payload.crc32c());
  }

  private void inParts(Location at, String key, ByteSource from) throws IOException {
    for (int round = 1; round <= ROUNDS; round++) {
      if (PartUpload.begin(client, at, key).send(from)) {
        return;
      }
    }
    throw new IOException("its upload was ended by somebody else " + ROUNDS + " times");
  }
}
