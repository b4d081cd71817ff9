package dev.manta.internal.collective.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.collective.Cause;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.tcp.link.LinkEncryption;
import dev.manta.internal.collective.tcp.link.TlsEncryption;
import dev.manta.internal.link.PinnedTls;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SocketLeakTest {
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final int GROUPS = 100;

  @Test
  @Timeout(300)
  void groupsThatWereClosedOrAbortedLeaveNoDescriptorAndNoThread() throws Exception {
    Assumptions.assumeTrue(Files.isDirectory(OPEN), "only Linux lists open descriptors");
    form(0);
    long descriptors = descriptors();
    for (int attempt = 1; attempt <= GROUPS; attempt++) {
      form(attempt);
    }
    assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 5);
    assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
        .noneMatch(name -> name.startsWith("manta-watch") || name.startsWith("manta-door"));
  }

  private static void form(int attempt) throws Exception {
    LinkEncryption tls =
        attempt % 4 == 0 ? new TlsEncryption(PinnedTls.ofProcess()) : LinkEncryption.NONE;
    try (Ranks ranks = new Ranks(3, tls, Duration.ofSeconds(30))) {
      ranks.run((_, engine) -> use(engine));
      if (attempt % 3 == 0) {
        ranks.engine(0).abort(new Cause.Requested("next"));
      }
    }
  }

  private static boolean use(Engine engine) {
    MemorySegment values = MemorySegment.ofArray(new float[100]);
    engine.reduce(TcpEngineTest.allReduce(1, 100), TcpEngineTest.SUM, values, values);
    return true;
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(OPEN)) {
      return open.count();
    }
  }
}
