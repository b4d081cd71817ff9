package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import java.time.Duration;

/// What a head decides on its own; the simulator's mutants override it.
public class HeadRules {
  private static final Duration HEARS = Duration.ofSeconds(5);
  private static final Duration HEARS_AT_MOST = Duration.ofSeconds(30);
  private static final Duration SILENT = Duration.ofSeconds(60);

  /// Whether a head that began then may grant something: nodes and drivers of an earlier one tell
  /// what they have first.
  ///
  /// @param allHeard whether every member has said what it is; one that never does is not awaited
  ///   for ever
  public boolean mayGrant(Duration since, Duration now, boolean allHeard) {
    Duration passed = now.minus(since);
    return passed.compareTo(allHeard ? HEARS : HEARS_AT_MOST) >= 0;
  }

  /// Whether a head need not wait for what others tell: there was none before it that could have
  /// granted anything.
  ///
  /// @param allHeard whether there are members, and each has said what it is
  public boolean mayGrantAtOnce(boolean first, boolean allHeard) {
    return first && allHeard;
  }

  /// Whether a claim is over whose driver was heard last then: a driver says again every few
  /// seconds that it is there.
  public boolean isSilent(Duration heard, Duration now) {
    return now.minus(heard).compareTo(SILENT) > 0;
  }

  /// Whether a claim waits because of one that was made before it and waits, too: GPUs and what
  /// lies beside them are kept for it, and who wants none passes.
  public boolean isBehind(Demand later, Demand earlier) {
    return earlier.each().gpus() <= 0 || later.each().gpus() > 0;
  }

  /// Whether a claim may be on a node: not where its driver does not reach it.
  public boolean mayUse(boolean reached) {
    return reached;
  }

  /// Whether a claim that has its least may get more: not while others wait.
  public boolean mayGrow(boolean othersWait) {
    return !othersWait;
  }

  /// Whether a node has not taken in yet what it was asked: it answers up to a number.
  public boolean isOnItsWay(long number, long upTo) {
    return number > upTo;
  }
}
