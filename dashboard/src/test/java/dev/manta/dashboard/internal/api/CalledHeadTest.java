package dev.manta.dashboard.internal.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.link.LinkToken;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CalledHeadTest {
  private static final String PRINT = "ab".repeat(32);

  @Test
  void whoAsksRightAfterAHeadHasNotAnsweredHearsThatAtOnce() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var head =
            new CalledHead(
                new HeadAddress("127.0.0.1", silent.getLocalPort(), PRINT),
                LinkToken.create(LinkToken.Kind.USER, PRINT),
                Duration.ofMillis(100))) {
      Throwable first = catchThrowable(head::status);

      assertThat(first).isInstanceOf(MantaException.class);
      assertThat(catchThrowable(head::status)).isSameAs(first);
    }
  }
}
