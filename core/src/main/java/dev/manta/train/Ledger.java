package dev.manta.train;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What the time of a run went into; everything together is all of it.
///
/// @param spent how much of each kind; what is missing is nothing
public record Ledger(Map<Kind, Duration> spent) {
  /// What a second of a run can be.
  public enum Kind {
    /// Every rank was in its training function and nothing held it up, and what came of it stands.
    USEFUL,
    /// The same, but in vain: a later attempt has begun at an earlier checkpoint, or at the
    /// beginning, and does it again.
    ROLLED_BACK,
    /// The first attempt was being started.
    STARTING,
    /// From a failure to the moment when every rank was back in its function.
    RECOVERING,
    /// Ranks waited for a checkpoint to be committed.
    CHECKPOINTING,
    /// A rank kept the others waiting for so long that it was named, or answered nothing for more
    /// than a second; or there was no capacity for the least number of workers.
    WAITING,
    /// Nobody trained: the run was ending, or had no controller.
    IDLE
  }

  public static final Ledger EMPTY = new Ledger(Map.of());

  public Ledger {
    spent = Map.copyOf(spent);
  }

  /// The same with more time of one kind.
  public Ledger plus(Kind kind, Duration more) {
    Map<Kind, Duration> all = new EnumMap<>(Kind.class);
    all.putAll(spent);
    all.merge(kind, more, Duration::plus);
    return new Ledger(all);
  }

  /// The same with so much of one kind as another.
  public Ledger moved(Kind from, Kind to, Duration time) {
    return time.isZero() ? this : plus(from, time.negated()).plus(to, time);
  }

  /// The time of one kind; zero where there is none.
  public Duration of(Kind kind) {
    return spent.getOrDefault(kind, Duration.ZERO);
  }

  /// All of the time.
  public Duration total() {
    return spent.values().stream().reduce(Duration.ZERO, Duration::plus);
  }

  /// The part of the time that is of one kind, from 0 to 1; 0 where there is no time.
  public double share(Kind kind) {
    long all = total().toNanos();
    return all == 0 ? 0 : (double) of(kind).toNanos() / all;
  }

  /// `useful 97.1 %, rolled back 2.9 %`: what there is, the most first.
  @Override
  public String toString() {
    return new EnumMap<Kind, Duration>(spent.isEmpty() ? Map.of(Kind.IDLE, Duration.ZERO) : spent)
        .entrySet().stream()
            .sorted(Map.Entry.<Kind, Duration>comparingByValue().reversed())
            .map(each -> said(each.getKey()))
            .collect(Collectors.joining(", "));
  }

  private String said(Kind kind) {
    String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return String.format(Locale.ROOT, "%s %.1f %%", name, 100 * share(kind));
  }
}
