package dev.manta.internal.collective.tcp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Says to ranks of other hosts that this one lives, and notices which of them are silent. What is
/// due is decided by the time that is given, so one thread looks often enough, and no other is
/// needed.
final class Heartbeats {
  static final Duration EVERY = Duration.ofMillis(500);

  /// After so long a rank that was not heard counts as lost.
  static final Duration SILENT = Duration.ofSeconds(5);

  /// So long may a rank take to say its first word: it may have links to others to make yet.
  static final Duration FIRST_WORD = Duration.ofSeconds(30);

  /// After so long it may be the reason why others end the group.
  static final Duration UNHEARD = SILENT.dividedBy(2);

  /// A process that did not look for so long stood still itself: what it did not hear meanwhile is
  /// nobody else's doing.
  static final Duration STOOD_STILL = Duration.ofSeconds(1);

  private final List<Silence> others;
  private long looked;
  private long spoke;
  private volatile List<Integer> unheard = List.of();

  /// One rank of another host.
  private static final class Silence {
    private final PeerState peer;
    private long times;
    private long since;

    Silence(PeerState peer, long now) {
      this.peer = peer;
      this.since = now;
    }

    void look(HeardRanks heard, long now, boolean excused) {
      long after = heard.times(peer.rank());
      if (after != times || excused) {
        times = after;
        since = now;
      }
    }

    boolean isLongerThan(Duration limit, long now) {
      Duration most = times == 0 ? FIRST_WORD : limit;
      return !peer.isGone() && !peer.hasLeft() && now - since > most.toNanos();
    }
  }

  private final HeardRanks heard;

  /// @param elsewhere the ranks of other hosts
  Heartbeats(List<PeerState> elsewhere, HeardRanks heard, long now) {
    this.others = elsewhere.stream().map(peer -> new Silence(peer, now)).toList();
    this.heard = heard;
    this.looked = now;
    this.spoke = now - EVERY.toNanos();
  }

  /// Says that this rank lives where it is time to, and returns a rank that was silent for too
  /// long. What has come must have been read before.
  Optional<PeerState> look(long now) {
    if (others.isEmpty()) {
      return Optional.empty();
    }
    boolean excused = now - looked > STOOD_STILL.toNanos();
    looked = now;
    others.forEach(one -> one.look(heard, now, excused));
    speakIfDue(now);
    unheard = longerThan(UNHEARD, now);
    return silent(now);
  }

  private void speakIfDue(long now) {
    if (now - spoke >= EVERY.toNanos()) {
      spoke = now;
      others.forEach(one -> one.peer.beat());
    }
  }

  private List<Integer> longerThan(Duration limit, long now) {
    return others.stream()
        .filter(one -> one.isLongerThan(limit, now))
        .map(one -> one.peer.rank())
        .toList();
  }

  private Optional<PeerState> silent(long now) {
    return others.stream()
        .filter(one -> one.isLongerThan(SILENT, now))
        .map(one -> one.peer)
        .findFirst();
  }

  /// The ranks that this one did not hear at the last look; any thread may ask.
  List<Integer> unheard() {
    return unheard;
  }
}
