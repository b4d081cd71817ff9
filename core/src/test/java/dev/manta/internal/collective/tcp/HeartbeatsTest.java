package dev.manta.internal.collective.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.collective.tcp.link.GroupListener;
import dev.manta.internal.collective.tcp.link.GroupMembers;
import dev.manta.internal.collective.tcp.link.LinkEncryption;
import dev.manta.internal.collective.tcp.link.LinkKind;
import dev.manta.internal.collective.tcp.link.PeerLink;
import dev.manta.internal.machine.PortRange;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  private static final int RANK = 1;

  private final HeardRanks heard = new HeardRanks(2);
  private final List<GroupListener> boards = new ArrayList<>();
  private PeerLink ours;
  private PeerLink theirs;
  private PeerState peer;
  private Heartbeats heartbeats;
  private long now;

  @BeforeEach
  void open() throws Exception {
    for (int rank = 0; rank < 2; rank++) {
      boards.add(
          GroupListener.open(InetAddress.getLoopbackAddress(), PortRange.ANY, LinkEncryption.NONE));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> link(0));
      theirs = link(1);
      ours = Ranks.get(first);
    }
    peer = new PeerState(RANK, ours, heard);
    heartbeats = new Heartbeats(List.of(peer), heard, 0);
  }

  private PeerLink link(int rank) throws IOException {
    GroupMembers members = GroupMembers.of(Ranks.plan(boards, rank));
    boards.get(rank).admit(members);
    var terms = new GroupRanks.Terms(Duration.ofSeconds(20), true);
    return new GroupRanks(boards.get(rank), members.group(), rank, new int[] {0, 1}, terms)
        .open(1 - rank, LinkKind.CONTROL);
  }

  @AfterEach
  void close() {
    ours.close();
    theirs.close();
    boards.forEach(GroupListener::close);
  }

  /// Looks as often as the watch does.
  private Optional<PeerState> passes(Duration time) {
    Optional<PeerState> silent = Optional.empty();
    for (long end = now + time.toNanos(); now < end && silent.isEmpty(); ) {
      now += Duration.ofMillis(50).toNanos();
      silent = heartbeats.look(now);
    }
    return silent;
  }

  /// The rank says its first word.
  private void begins() {
    heard.note(RANK);
    passes(Duration.ofMillis(50));
  }

  @Test
  void aRankThatIsSilentForFiveSecondsIsLost() {
    begins();
    assertThat(passes(Duration.ofSeconds(5))).isEmpty();
    assertThat(passes(Duration.ofMillis(100))).contains(peer);
  }

  @Test
  void whateverComesCountsAsHeard() {
    for (int i = 0; i < 4; i++) {
      assertThat(passes(Duration.ofSeconds(4))).isEmpty();
      heard.note(RANK);
    }
    assertThat(passes(Duration.ofSeconds(6))).contains(peer);
  }

  @Test
  void whoStoodStillBlamesNobodyForThatTime() {
    begins();
    assertThat(passes(Duration.ofSeconds(4))).isEmpty();
    now += Duration.ofSeconds(30).toNanos();
    assertThat(heartbeats.look(now)).isEmpty();
    assertThat(passes(Duration.ofSeconds(5))).isEmpty();
    assertThat(passes(Duration.ofMillis(100))).contains(peer);
  }

  @Test
  void whoIsNotHeardForAWhileIsKnownBeforeItIsLost() {
    begins();
    passes(Duration.ofSeconds(2));
    assertThat(heartbeats.unheard()).isEmpty();
    passes(Duration.ofSeconds(1));
    assertThat(heartbeats.unheard()).containsExactly(RANK);
  }

  @Test
  void thisRankSaysTwiceASecondThatItLives() throws IOException {
    passes(Duration.ofSeconds(4));
    ByteBuffer[] said = {ByteBuffer.allocate(8 * PeerNews.HEAD)};
    long limit = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (said[0].hasRemaining() && System.nanoTime() < limit) {
      theirs.read(said, 1);
    }
    assertThat(said[0].hasRemaining()).isFalse();
    assertThat(theirs.read(new ByteBuffer[] {ByteBuffer.allocate(1)}, 1)).isZero();
  }

  @Test
  void aRankThatHasNotSpokenYetMayHaveLinksToMake() {
    assertThat(passes(Duration.ofSeconds(30))).isEmpty();
    assertThat(heartbeats.unheard()).isEmpty();
    assertThat(passes(Duration.ofMillis(100))).contains(peer);
  }

  @Test
  void whoIsGoneIsNotSilent() {
    peer.gone();
    assertThat(passes(Duration.ofSeconds(20))).isEmpty();
  }
}
