package dev.manta.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Links over real sockets, with a network that breaks.
@Timeout(300)
class ResumableLinkTest {
  private static final LinkTerms QUICK =
      new LinkTerms(
          Duration.ofMillis(300),
          Duration.ofMillis(1_000),
          Duration.ofMillis(2_500),
          64,
          1 << 20,
          1 << 20);

  private final PinnedTls head = new PinnedTls(ProcessIdentity.create());
  private final PinnedTls node = new PinnedTls(ProcessIdentity.create());
  private final LinkToken token = LinkToken.create(LinkToken.Kind.JOIN, head.print());
  private final LinkGuard guard = new LinkGuard();
  private final BlockingQueue<ResumableLink> opened = new LinkedBlockingQueue<>();
  private final BlockingQueue<LinkPeer> peers = new LinkedBlockingQueue<>();
  private final BlockingQueue<LinkNews> news = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private LinkListener listener = listen(0, QUICK);

  private LinkListener listen(int port, LinkTerms terms) {
    guard.admit(token);
    return LinkListener.open(
        loopback(port),
        head,
        guard,
        terms,
        (peer, link) -> {
          peers.add(peer);
          opened.add(link);
        });
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @AfterEach
  void stop() {
    listener.close();
    threads.shutdownNow();
  }

  private ResumableLink call(InetSocketAddress where) {
    return ResumableLink.call(LinkTarget.with(where, token), node, QUICK, news::add);
  }

  private ResumableLink callDirectly() {
    return call(loopback(listener.port()));
  }

  private ResumableLink answered() throws InterruptedException {
    ResumableLink link = opened.poll(10, TimeUnit.SECONDS);
    if (link == null) {
      throw new AssertionError("nobody called");
    }
    return link;
  }

  private static byte[] frame(int number) {
    byte[] frame = new byte[4 + number % 3_000];
    ByteBuffer.wrap(frame).putInt(number);
    return frame;
  }

  private Callable<Void> sending(ResumableLink link, int count) {
    return () -> {
      for (int i = 0; i < count; i++) {
        link.send(frame(i));
      }
      return null;
    };
  }

  private static Callable<Integer> receiving(ResumableLink link, int count) {
    return () -> {
      for (int i = 0; i < count; i++) {
        assertThat(link.receive()).isEqualTo(frame(i));
      }
      return count;
    };
  }

  private static LinkEnd endOf(ResumableLink link) throws InterruptedException {
    try {
      while (true) {
        link.receive();
      }
    } catch (LinkLost lost) {
      return lost.end();
    }
  }

  @Test
  void framesGoBothWaysAtOnce() throws Exception {
    try (ResumableLink caller = callDirectly();
        ResumableLink called = answered()) {
      Future<?> one = threads.submit(sending(caller, 5_000));
      Future<?> other = threads.submit(sending(called, 5_000));
      Future<Integer> there = threads.submit(receiving(called, 5_000));
      assertThat(receiving(caller, 5_000).call()).isEqualTo(5_000);
      assertThat(there.get()).isEqualTo(5_000);
      one.get();
      other.get();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 150, 401})
  void connectionsThatAreCutLoseNothingAndRepeatNothing(int framesBetween) throws Exception {
    int frames = 12 * framesBetween;
    try (Relay relay = new Relay(listener.port());
        ResumableLink caller = call(relay.address());
        ResumableLink called = answered()) {
      Future<?> one = threads.submit(sending(caller, frames));
      Future<?> other = threads.submit(sending(called, frames));
      Future<Integer> there = threads.submit(receiving(called, frames));
      for (int i = 0; i < frames; i++) {
        assertThat(caller.receive()).isEqualTo(frame(i));
        if (i % framesBetween == framesBetween - 1) {
          relay.cut();
        }
      }
      assertThat(there.get()).isEqualTo(frames);
      one.get();
      other.get();
      assertThat(news).contains(new LinkNews.Joined(false), new LinkNews.Joined(true));
    }
  }

  @Test
  void aSilentEndIsLostOnBothSides() throws Exception {
    try (Relay relay = new Relay(listener.port());
        ResumableLink caller = call(relay.address());
        ResumableLink called = answered()) {
      caller.send(frame(1));
      called.receive();
      relay.fallSilent();
      long start = System.nanoTime();
      assertThat(endOf(caller)).isInstanceOf(LinkEnd.Silent.class);
      assertThat(endOf(called)).isInstanceOf(LinkEnd.Silent.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(1_900), Duration.ofMillis(6_000));
      assertThatThrownBy(() -> caller.send(frame(2)))
          .isInstanceOf(LinkLost.class)
          .hasMessageContaining("was not heard for");
    }
  }

  @Test
  void whoeverTakesSlowlyMakesTheOtherWaitAndEndsNobody() throws Exception {
    try (ResumableLink caller = callDirectly();
        ResumableLink called = answered()) {
      int sent = 0;
      while (caller.trySend(frame(sent))) {
        sent++;
      }
      assertThat(sent).isEqualTo(QUICK.frames());
      Future<Void> waiting = threads.submit(sending(caller, 1));
      assertThat(news.take()).isEqualTo(new LinkNews.Joined(false));
      assertThat(news.poll(2 * QUICK.patience().toMillis(), TimeUnit.MILLISECONDS)).isNull();
      assertThat(caller.end()).isEmpty();
      assertThat(called.end()).isEmpty();
      for (int i = 0; i < sent; i++) {
        assertThat(called.receive()).isEqualTo(frame(i));
      }
      waiting.get(10, TimeUnit.SECONDS);
      assertThat(called.receive()).isEqualTo(frame(0));
    }
  }

  @Test
  void anEndThatWasRestartedIsToldApart() throws Exception {
    try (Relay relay = new Relay(listener.port());
        ResumableLink caller = call(relay.address());
        ResumableLink before = answered();
        LinkListener restarted = listen(0, QUICK)) {
      caller.send(frame(1));
      before.receive();
      relay.redirect(restarted.port());
      assertThat(endOf(caller)).isInstanceOf(LinkEnd.Restarted.class);
      assertThatThrownBy(caller::receive)
          .hasMessage("the other end was restarted: what it knew of this link is lost");
      assertThat(opened).isEmpty();
    }
  }

  @Test
  void aCalledEndHearsOfABreakAtOnce() throws Exception {
    try (Relay relay = new Relay(listener.port());
        ResumableLink caller = call(relay.address());
        ResumableLink called = answered()) {
      BlockingQueue<LinkNews> heard = new LinkedBlockingQueue<>();
      called.tell(heard::add);
      caller.send(frame(1));
      called.receive();
      relay.cut();
      while (!(heard.poll(10, TimeUnit.SECONDS) instanceof LinkNews.Broken)) {
        assertThat(called.end()).isEmpty();
      }
      assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(new LinkNews.Joined(true));
    }
  }

  @Test
  void whatWasSentBeforeTheCloseStillComes() throws Exception {
    try (ResumableLink caller = callDirectly();
        ResumableLink called = answered()) {
      sending(caller, 50).call();
      caller.close("done");
      assertThat(receiving(called, 50).call()).isEqualTo(50);
      assertThatThrownBy(called::receive)
          .isInstanceOf(LinkLost.class)
          .hasMessage("the other end has closed the link: done");
    }
  }

  @Test
  void framesThatAreTooLongAreRefused() throws Exception {
    try (ResumableLink caller = callDirectly();
        ResumableLink called = answered()) {
      assertThatThrownBy(() -> caller.send(new byte[(1 << 20) + 1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a frame of 1048577 bytes; 1048576 are the most");
      caller.send(new byte[1 << 20]);
      assertThat(called.receive()).hasSize(1 << 20);
    }
  }

  @Test
  void aFrameThatTheOtherEndFindsTooLongEndsTheLinkAloud() throws Exception {
    listener.close();
    listener = listen(0, new LinkTerms(QUICK.beat(), QUICK.silence(), QUICK.patience(), 8, 100, 9));
    try (ResumableLink caller = callDirectly();
        ResumableLink called = answered()) {
      caller.send(new byte[10]);
      assertThat(endOf(called))
          .isEqualTo(new LinkEnd.Violated("a frame of 10 bytes, where 9 are the most"));
      assertThat(endOf(caller)).isInstanceOf(LinkEnd.Violated.class);
    }
  }

  @Test
  void aWrongTokenIsRefusedAtOnceAndByName() throws Exception {
    LinkToken wrong = LinkToken.create(LinkToken.Kind.JOIN, head.print());
    LinkTarget target = LinkTarget.with(loopback(listener.port()), wrong);
    try (ResumableLink caller = ResumableLink.call(target, node, QUICK, news::add)) {
      assertThat(endOf(caller).words()).contains("this end was refused", "its token is wrong");
      assertThat(opened).isEmpty();
    }
  }

  @Test
  void aTokenOfAnotherKindIsNotTaken() throws Exception {
    LinkToken user = LinkToken.create(LinkToken.Kind.USER, head.print());
    LinkTarget target = LinkTarget.with(loopback(listener.port()), user);
    try (ResumableLink caller = ResumableLink.call(target, node, QUICK, news::add)) {
      assertThat(endOf(caller).words()).contains("no user token is taken here");
    }
  }

  @Test
  void whoeverListensInPlaceOfTheHeadIsNotSpokenWith() throws Exception {
    LinkToken other = LinkToken.create(LinkToken.Kind.JOIN, node.print());
    LinkTarget target = LinkTarget.with(loopback(listener.port()), other);
    try (ResumableLink caller = ResumableLink.call(target, node, QUICK, news::add)) {
      assertThat(endOf(caller).words()).contains("it shows a certificate that nobody told of");
      assertThat(opened).isEmpty();
    }
  }

  @Test
  void whoWasIntroducedNeedsNoTokenUntilItIsForgotten() throws Exception {
    LinkTarget target = LinkTarget.introduced(loopback(listener.port()), head.print());
    try (ResumableLink stranger = ResumableLink.call(target, node, QUICK, news::add)) {
      assertThat(endOf(stranger).words()).contains("its certificate was not introduced");
    }
    guard.introduce(node.print());
    try (ResumableLink caller = ResumableLink.call(target, node, QUICK, news::add)) {
      caller.send(frame(1));
      assertThat(answered().receive()).isEqualTo(frame(1));
      assertThat(peers.take().token()).isEqualTo(Optional.empty());
      listener.forget(node.print());
      assertThat(endOf(caller).words()).contains("this end does not know it any more");
    }
  }

  @Test
  void nobodyResumesTheLinkOfAnother() throws Exception {
    PinnedTls other = new PinnedTls(ProcessIdentity.create());
    try (ResumableLink caller = callDirectly();
        ResumableLink called = answered();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      LinkTarget target = LinkTarget.with(loopback(listener.port()), token);
      LinkConnection thief = LinkConnection.call(socket, other, target);
      LinkMessage hello =
          new LinkMessage.Hello(caller.sessionOfThisEnd(), 0, 100, 0, Progress.NONE);
      LinkCodec.write(new LinkCodec.Parcel(hello), thief.out());
      thief.out().flush();
      assertThatThrownBy(() -> LinkCodec.read(thief.in(), 100, () -> {}))
          .isInstanceOf(IOException.class);
      caller.send(frame(5));
      assertThat(called.receive()).isEqualTo(frame(5));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.1\r\n\r\n", "MNTL-and-then-something-that-is-no-TLS-at-all"})
  void plainTextIsRefused(String text) throws Exception {
    try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      stranger.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      stranger.setSoTimeout(10_000);
      byte[] answer = answerOf(stranger);
      assertThat(answer.length).isLessThan(100);
      assertThat(opened).isEmpty();
    }
  }

  private static byte[] answerOf(Socket stranger) {
    try {
      return stranger.getInputStream().readAllBytes();
    } catch (IOException _) {
      return new byte[0];
    }
  }

  @Test
  void aStrangerThatSaysNothingIsCutAfterFiveSeconds() throws Exception {
    try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      long start = System.nanoTime();
      stranger.setSoTimeout(20_000);
      answerOf(stranger);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(4_500), Duration.ofMillis(9_000));
    }
  }

  @Test
  void aStrangerInTlsThatIsNoLinkIsRefused() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      var stranger = node.shake(socket, true, PeerPrints.any());
      stranger.getOutputStream().write(new byte[2_000]);
      stranger.setSoTimeout(10_000);
      assertThat(answerOf(stranger)).isEmpty();
      assertThat(opened).isEmpty();
    }
  }
}
