package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Storage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class S3ProxyContractTest extends S3Contract {
  private static TestS3 server;
  private static Storage storage;

  @BeforeAll
  static void start() {
    server = TestS3.s3proxy();
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

  @Test
  void exclusivePutsAreProvedAndTheProbeIsGone() {
    storage.requireExclusivePuts(root());
    assertThat(storage.list(root())).isEmpty();
  }
}
