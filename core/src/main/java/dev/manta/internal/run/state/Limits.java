package dev.manta.internal.run.state;

import dev.manta.cluster.GroupSettings;
import java.time.Duration;
import java.util.Optional;

/// How long things may take.
///
/// @param start from the first process of an attempt to the last rank in its function
/// @param settle how long to collect causes after the first
/// @param unwind how long a rank has to leave its function when the attempt is aborted
/// @param leave how long a worker has to end itself when asked
/// @param gone how long a worker may take to be gone once it was killed
/// @param stop how long a cooperative stop may take
/// @param ping the time between two pings
/// @param pingsMissedMax after how many unanswered pings a worker counts as frozen; pings are
///   counted, not time, because a machine that sleeps is not a hang
/// @param pingsUnheardMax the same for a process that has not reported in yet: it may have a JVM to
///   start on a busy machine
/// @param naming after how long a rank that others wait for is named
/// @param spares how long training runs before spares are started
/// @param orphan how long workers train on without their controller, unless they end with it
/// @param capacity how long capacity must be there, or be gone, before the size of a run follows
/// @param lease how long a worker whose node cannot be reached may continue at most, where its
///   replacement waits for that
public record Limits(
    Duration start,
    Duration settle,
    Duration unwind,
    Duration leave,
    Duration gone,
    Duration stop,
    Duration ping,
    int pingsMissedMax,
    int pingsUnheardMax,
    Duration naming,
    Duration spares,
    Duration capacity,
    Optional<Duration> orphan,
    Optional<Duration> lease) {
  /// How many pings more a worker may leave unanswered while that is not its own doing.
  public static final int PINGS_EXCUSED_MAX = 60;

  /// Longer than it takes a node to see that its link to a controller is lost.
  private static final Duration LOST_WITHIN = Duration.ofSeconds(5);

  private static final Duration ENDED_WITHIN = Duration.ofSeconds(5);

  public static final Limits DEFAULT =
      new Limits(
          Duration.ofMinutes(2),
          Duration.ofMillis(200),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofMillis(500),
          7,
          60,
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Optional.empty(),
          Optional.empty());

  /// The same with another limit for a cooperative stop.
  public Limits stop(Duration limit) {
    return with(start, limit, orphan, lease);
  }

  /// The same with another limit for the start of an attempt.
  public Limits start(Duration limit) {
    return with(limit, stop, orphan, lease);
  }

  /// The same with other limits for the end of a process: once it was asked to end itself, and once
  /// it was killed.
  public Limits end(Duration asked, Duration killed) {
    return new Limits(
        start,
        settle,
        unwind,
        asked,
        killed,
        stop,
        ping,
        pingsMissedMax,
        pingsUnheardMax,
        naming,
        spares,
        capacity,
        orphan,
        lease);
  }

  /// The same for a run whose workers outlive their controller for so long.
  public Limits orphan(Duration limit) {
    return with(start, stop, Optional.of(limit), lease);
  }

  /// Whether a new controller continues with the workers of the one before.
  public boolean lasting() {
    return orphan.isPresent();
  }

  private Limits with(
      Duration toStart, Duration toStop, Optional<Duration> alone, Optional<Duration> cutOff) {
    return new Limits(
        toStart,
        settle,
        unwind,
        leave,
        gone,
        toStop,
        ping,
        pingsMissedMax,
        pingsUnheardMax,
        naming,
        spares,
        capacity,
        alone,
        cutOff);
  }

  /// The same for an exclusive run. Its lease is longer than it takes a node to notice that its
  /// controller is lost, and its workers to end by themselves after that.
  public Limits leased() {
    Duration least = GroupSettings.ORPHAN_ELSEWHERE;
    Duration alone = orphan.filter(limit -> limit.compareTo(least) > 0).orElse(least);
    return with(start, stop, orphan, Optional.of(alone.plus(LOST_WITHIN)));
  }

  /// Whether a rank is replaced only once its process has certainly ended.
  public boolean isExclusive() {
    return lease.isPresent();
  }

  /// After how long a worker whose node cannot be reached has certainly ended: its lease, and the
  /// time that the node needs to end it.
  public Duration over() {
    return lease.orElse(Duration.ZERO).plus(ENDED_WITHIN);
  }

  /// How many pings a worker may leave unanswered.
  public int patience(WorkerPhase phase) {
    return phase == WorkerPhase.STARTING ? pingsUnheardMax : pingsMissedMax;
  }
}
