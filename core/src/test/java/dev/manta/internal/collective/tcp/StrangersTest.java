package dev.manta.internal.collective.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.tcp.link.GroupEndpoint;
import dev.manta.internal.collective.tcp.link.GroupListener;
import dev.manta.internal.collective.tcp.link.GroupMembers;
import dev.manta.internal.collective.tcp.link.LinkEncryption;
import dev.manta.internal.collective.tcp.link.LinkKind;
import dev.manta.internal.collective.tcp.link.PeerLink;
import dev.manta.internal.collective.tcp.link.TlsEncryption;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import dev.manta.internal.machine.PortRange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may not join, and what a member hears of a partner that behaves badly.
@Timeout(300)
class StrangersTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final CallHeader BARRIER =
      new CallHeader(1, CallHeader.signature(CallKind.BARRIER), 0, 0, 0, 0);

  private final ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static LinkEncryption tls() {
    return new TlsEncryption(new PinnedTls(ProcessIdentity.create()));
  }

  private static GroupListener board(LinkEncryption encryption) throws IOException {
    return GroupListener.open(InetAddress.getLoopbackAddress(), PortRange.ANY, encryption);
  }

  private Future<Engine> join(GroupListener board, GroupPlan plan, Duration limit) {
    return threads.submit(() -> Ranks.join(board, plan, limit));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GET / HTTP/1.1\r\n\r\n", "MNTA0123456789012345678901234567890123"})
  void garbageOnThePortDoesNotDisturbTheGroup(String garbage) throws Exception {
    List<GroupListener> boards = List.of(board(LinkEncryption.NONE), board(LinkEncryption.NONE));
    try (Socket stranger = new Socket()) {
      stranger.connect(GroupEndpoint.parse(boards.getFirst().address()).address());
      OutputStream out = stranger.getOutputStream();
      out.write(garbage.getBytes(StandardCharsets.US_ASCII));
      Future<Engine> first = join(boards.get(0), Ranks.plan(boards, 0), LIMIT);
      Future<Engine> second = join(boards.get(1), Ranks.plan(boards, 1), LIMIT);
      Ranks.get(first).close();
      Ranks.get(second).close();
    }
  }

  @Test
  void whoCallsAndSaysNothingIsTurnedAwayAfterFiveSeconds() throws Exception {
    List<GroupListener> boards = List.of(board(tls()), board(tls()));
    Future<Engine> first = join(boards.get(0), Ranks.plan(boards, 0), LIMIT);
    Future<Engine> second = join(boards.get(1), Ranks.plan(boards, 1), LIMIT);
    try (var _ = Ranks.get(first);
        var _ = Ranks.get(second);
        var stranger = new Socket()) {
      stranger.connect(GroupEndpoint.parse(boards.getFirst().address()).address());
      stranger.setSoTimeout(8_000);
      assertThat(stranger.getInputStream().read()).isNegative();
    }
  }

  @Test
  void whoDoesNotKnowTheTokenIsRefused() throws Exception {
    List<GroupListener> boards = List.of(board(LinkEncryption.NONE), board(LinkEncryption.NONE));
    GroupPlan other =
        new GroupPlan(
            "run", 2, 1, Ranks.plan(boards, 1).offers(), Ranks.plan(boards, 1).numerics());
    Future<Engine> first = join(boards.get(0), Ranks.plan(boards, 0), Duration.ofSeconds(2));
    assertThatThrownBy(() -> Ranks.get(join(boards.get(1), other, LIMIT)))
        .isInstanceOf(CollectiveAborted.class)
        .hasMessageContaining("it refused this process: wrong token");
    assertThatThrownBy(() -> Ranks.get(first)).isInstanceOf(CollectiveAborted.class);
  }

  @Test
  void aCertificateThatNoMemberOfferedIsRefused() throws Exception {
    LinkEncryption known = tls();
    LinkEncryption stranger = tls();
    List<GroupListener> boards = List.of(board(known), board(known));
    List<GroupListener> taken = List.of(boards.get(0), board(stranger));
    Future<Engine> first = join(boards.get(0), Ranks.plan(boards, 0), Duration.ofSeconds(2));
    assertThatThrownBy(() -> Ranks.get(join(taken.get(1), Ranks.plan(boards, 1), LIMIT)))
        .isInstanceOf(CollectiveAborted.class)
        .hasMessageContaining("rank 0");
    assertThatThrownBy(() -> Ranks.get(first)).isInstanceOf(CollectiveAborted.class);
    boards.forEach(GroupListener::close);
    taken.forEach(GroupListener::close);
  }

  @Test
  void plainAndEncryptedMembersAreToldToChooseOne() throws Exception {
    List<GroupListener> boards = List.of(board(LinkEncryption.NONE), board(tls()));
    assertThatThrownBy(() -> Ranks.join(boards.get(0), Ranks.plan(boards, 0), LIMIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("set manta.collective.links alike");
    boards.forEach(GroupListener::close);
  }

  @Test
  void aMemberThatIsGoneIsKnownLongBeforeTheLimit() throws Exception {
    List<GroupListener> boards = List.of(board(LinkEncryption.NONE), board(LinkEncryption.NONE));
    boards.get(1).close();
    assertThatThrownBy(() -> Ranks.join(boards.get(0), Ranks.plan(boards, 0), Duration.ofDays(1)))
        .isInstanceOfSatisfying(
            CollectiveAborted.class,
            aborted -> assertThat(aborted.why()).isEqualTo(new Cause.PeerDied(1)));
  }

  @Test
  void anAddressOfAnotherMachineIsSaid() {
    InetAddress elsewhere = InetAddress.ofLiteral("192.0.2.1");
    assertThatThrownBy(() -> GroupListener.open(elsewhere, PortRange.ANY, LinkEncryption.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 192.0.2.1");
  }

  /// Rank 1 as links without anybody who uses them.
  private record Puppet(Engine victim, PeerLink data, PeerLink control, GroupListener board)
      implements AutoCloseable {
    Cause fate() {
      try {
        victim.barrier(BARRIER);
        return new Cause.Requested("nothing happened");
      } catch (CollectiveAborted aborted) {
        return aborted.why();
      }
    }

    @Override
    public void close() {
      data.close();
      control.close();
      board.close();
      victim.close();
    }
  }

  private Puppet puppet(Duration limit) throws Exception {
    List<GroupListener> boards = List.of(board(LinkEncryption.NONE), board(LinkEncryption.NONE));
    Future<Engine> victim = join(boards.get(0), Ranks.plan(boards, 0), limit);
    GroupListener mine = boards.get(1);
    GroupMembers members = GroupMembers.of(Ranks.plan(boards, 1));
    mine.admit(members);
    GroupRanks ranks =
        new GroupRanks(
            mine, members.group(), 1, new int[] {0, 1}, new GroupRanks.Terms(LIMIT, true));
    PeerLink data = ranks.open(0, LinkKind.DATA);
    PeerLink control = ranks.open(0, LinkKind.CONTROL);
    return new Puppet(Ranks.get(victim), data, control, mine);
  }

  @Test
  void aHalfClosedLinkIsALostLink() throws Exception {
    try (Puppet puppet = puppet(LIMIT)) {
      puppet.data().channel().shutdownOutput();
      assertThat(puppet.fate())
          .isInstanceOfSatisfying(
              Cause.LinkLost.class, lost -> assertThat(lost.rank()).isEqualTo(1));
    }
  }

  @Test
  void aProcessWhoseSocketsEndIsDead() throws Exception {
    try (Puppet puppet = puppet(LIMIT)) {
      puppet.data().close();
      puppet.control().close();
      assertThat(puppet.fate()).isEqualTo(new Cause.PeerDied(1));
    }
  }

  @Test
  void aSilentPartnerIsLateAfterTheLimit() throws Exception {
    try (Puppet puppet = puppet(Duration.ofMillis(500))) {
      assertThat(puppet.fate())
          .isInstanceOfSatisfying(
              Cause.TimedOut.class, late -> assertThat(late.rank()).isEqualTo(1));
    }
  }

  @Test
  void endpointsKeepTheirSecretOutOfText() {
    GroupEndpoint endpoint = new GroupEndpoint("::1", 80, "secret", "print");
    assertThat(GroupEndpoint.parse(endpoint.text())).isEqualTo(endpoint);
    assertThat(endpoint.toString()).isEqualTo("::1:80");
  }
}
