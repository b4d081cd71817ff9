package dev.manta.it.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.link.LinkGuard;
import dev.manta.internal.link.LinkListener;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The part of `./dev scan` that needs no cluster: a daemon's port for links.
@Timeout(300)
class ScanTest {
  @Test
  void aPortOfLinksRefusesWhateverStrangersSend() throws Exception {
    var tls = new PinnedTls(ProcessIdentity.create());
    LinkToken token = LinkToken.create(LinkToken.Kind.USER, tls.print());
    var guard = new LinkGuard();
    guard.admit(token);
    var links = new AtomicInteger();
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (var listener =
        LinkListener.open(any, tls, guard, LinkTerms.DEFAULT, (_, _) -> links.incrementAndGet())) {
      var port = new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port());
      assertThat(Attack.at(port, token))
          .hasSize(Attack.values().length)
          .allSatisfy(
              each ->
                  assertThat(each.isRefused()).as(each.attack() + ": " + each.words()).isTrue());
    }
    assertThat(links).hasValue(0);
  }
}
