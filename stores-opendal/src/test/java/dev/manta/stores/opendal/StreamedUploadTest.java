package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import java.nio.channels.ReadableByteChannel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StreamedUploadTest {
  private static final Location AT = Location.parse("az://account/container/large");

  /// As there is no space for a block, or the file that it is mapped from was cut short.
  private record Broken(Throwable with) implements ByteSource {
    @Override
    public long size() {
      return 1L << 30;
    }

    @Override
    public ReadableByteChannel open() {
      if (with instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(with);
    }
  }

  private static void put(Throwable broken) {
    var target = new Target("memory", Map.of(), "account/container", "memory", "", "");
    OpenDalStorage.open(target, 0).put(AT, new Broken(broken));
  }

  @Test
  void anUploadThatEndsWithAnErrorIsNotWaitedFor() {
    assertThatThrownBy(() -> put(new OutOfMemoryError("a block")))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("a block");
  }

  @Test
  void whatASourceThrowsIsThrownAsItIs() {
    assertThatThrownBy(() -> put(new Exception("gone")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("gone");
  }
}
