package dev.manta.internal.run.state;

import dev.manta.spi.json.Flat;
import dev.manta.train.Ledger;
import dev.manta.train.Ledger.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the time of a run was spent on.
///
/// @param ledger the time up to `bookedTo`
/// @param usefulAt how much useful time the last checkpoints stand for, oldest first
public record TimeState(Ledger ledger, Optional<Instant> bookedTo, List<UsefulAt> usefulAt)
    implements Flat {
  /// The useful time up to the commit of a checkpoint.
  public record UsefulAt(int ordinal, Duration time) {}

  static final TimeState NONE = new TimeState(Ledger.EMPTY, Optional.empty(), List.of());

  /// As many as are looked at in one go where an attempt begins.
  private static final int CHECKPOINTS_MAX = 16;

  public TimeState {
    usefulAt = List.copyOf(usefulAt);
  }

  /// How long nothing was booked; negative where the clock was set back.
  public Duration unbooked(Instant now) {
    return bookedTo.map(to -> Duration.between(to, now)).orElse(Duration.ZERO);
  }

  /// The same with the time up to now on this kind. A clock that was set back books nothing.
  public TimeState booked(Kind kind, Instant now) {
    Duration time = unbooked(now);
    return new TimeState(
        time.isPositive() ? ledger.plus(kind, time) : ledger,
        time.isNegative() ? bookedTo : Optional.of(now),
        usefulAt);
  }

  /// The same when a checkpoint was committed: what was useful until now is not lost any more.
  public TimeState saved(int ordinal) {
    if (usefulAt.stream().anyMatch(each -> each.ordinal() >= ordinal)) {
      return this;
    }
    List<UsefulAt> all = new ArrayList<>(usefulAt);
    all.add(new UsefulAt(ordinal, ledger.of(Kind.USEFUL)));
    int from = Math.max(0, all.size() - CHECKPOINTS_MAX);
    return new TimeState(ledger, bookedTo, all.subList(from, all.size()));
  }

  /// The same when the run resumes from the checkpoint with this ordinal: what was useful since
  /// then will be done again.
  public TimeState backTo(int ordinal) {
    List<UsefulAt> left = usefulAt.stream().filter(each -> each.ordinal() <= ordinal).toList();
    return lost(ledger.of(Kind.USEFUL).minus(usefulUpTo(ordinal)), left);
  }

  /// The same when the run begins anew.
  public TimeState backToBeginning() {
    return lost(ledger.of(Kind.USEFUL), List.of());
  }

  private TimeState lost(Duration time, List<UsefulAt> left) {
    return new TimeState(ledger.moved(Kind.USEFUL, Kind.ROLLED_BACK, time), bookedTo, left);
  }

  /// Of a checkpoint that is older than those that are known, at least what is known to be lost.
  private Duration usefulUpTo(int ordinal) {
    Duration unknown = usefulAt.isEmpty() ? ledger.of(Kind.USEFUL) : usefulAt.getFirst().time();
    return usefulAt.stream()
        .filter(each -> each.ordinal() <= ordinal)
        .map(UsefulAt::time)
        .reduce((_, later) -> later)
        .orElse(unknown);
  }
}
