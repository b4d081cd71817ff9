package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Storage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class S3ProxyContractTest extends S3Contract {
  private static S3Server server;
  private static Storage storage;

  @BeforeAll
  static void start() {
    server = S3Server.s3proxy();
    storage = server.storage();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  S3Server server() {
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
