package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.Storage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// It starts slowly, and takes its time for each object.
@Tag("campaign")
class S3MockContractTest extends S3Contract {
  private static final int PROBES = 100;

  private static TestS3 server;
  private static Storage storage;

  @BeforeAll
  static void start() {
    server = TestS3.s3mock();
    storage = server.storage();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  TestS3 server() {
    return server;
  }

  @Override
  protected Storage storage() {
    return storage;
  }

  /// S3Mock looks whether there is an object and then writes one: several writers win at times. So
  /// a run is refused there.
  @Override
  @Test
  protected void ofManyConcurrentCreatorsExactlyOneWins() {
    assertThatThrownBy(
            () -> {
              for (int probe = 0; probe < PROBES; probe++) {
                server.storage().requireExclusivePuts(root());
              }
            })
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("cannot hold a run: of 8 puts of one object with if-none-match")
        .hasMessageContaining("two drivers could both drive the run");
    assertThat(storage.list(root())).isEmpty();
  }
}
