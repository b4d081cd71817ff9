package dev.manta.internal.run.state;

import dev.manta.error.ErrorCode;
import dev.manta.train.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What went wrong in an attempt so far: causes in the order they were heard of.
public record AttemptFailures(List<Cause> causes) {
  /// How much a cause explains, weakest first.
  public enum Weight {
    /// Somebody else's end was felt.
    CONSEQUENCE,
    /// Nodes did not hear each other.
    LINK,
    /// The function threw, or the process ended itself.
    OWN,
    /// The process was ended from outside, or never was.
    DEATH
  }

  /// Whether trying again could help.
  public enum Hope {
    /// It may have been chance.
    CHANCE,
    /// Only if the run has got anywhere before.
    AFTER_PROGRESS,
    /// It would end the same way.
    NONE,
    /// The function itself wants to go back to its last checkpoint.
    ROLL_BACK
  }

  /// One reason to fail.
  ///
  /// @param step the step the rank stood at
  /// @param exception what makes it the same as another, unless chance decides
  /// @param hope whether trying again could help
  public record Cause(
      Weight weight,
      ErrorCode code,
      Failure failure,
      long step,
      Optional<String> exception,
      Hope hope) {
    public Cause {
      // Records of older versions have an empty name for none.
      exception = exception.filter(name -> !name.isEmpty());
    }

    /// Whether a function says with it that its state is of no use.
    public boolean isRollBack() {
      return hope == Hope.ROLL_BACK;
    }

    /// The same with another account of what happened.
    Cause failure(Failure told) {
      return new Cause(weight, code, told, step, exception, hope);
    }
  }

  public AttemptFailures {
    causes = List.copyOf(causes);
  }

  public AttemptFailures with(Cause cause) {
    List<Cause> more = new ArrayList<>(causes);
    more.add(cause);
    return new AttemptFailures(more);
  }

  /// The one that explains the others: the weightiest, and of those the first.
  public Cause first() {
    return causes.stream()
        .max(Comparator.comparing(Cause::weight))
        .map(this::earliest)
        .orElseThrow();
  }

  private Cause earliest(Cause like) {
    return causes.stream().filter(c -> c.weight() == like.weight()).findFirst().orElseThrow();
  }

  /// Which ranks failed, and how.
  public String said() {
    Failure first = first().failure();
    List<Failure> others =
        causes.stream()
            .filter(cause -> cause.weight() != Weight.CONSEQUENCE)
            .map(Cause::failure)
            .filter(other -> other.rank() != first.rank())
            .toList();
    String alike =
        others.stream()
            .filter(other -> other.what().equals(first.what()))
            .map(other -> ", like rank " + other.rank() + ",")
            .distinct()
            .collect(Collectors.joining());
    String unlike =
        others.stream()
            .filter(other -> !other.what().equals(first.what()))
            .map(other -> "; rank " + other.rank() + " " + other.what())
            .distinct()
            .collect(Collectors.joining());
    return "rank " + first.rank() + alike.replace(",,", ",") + " " + first.what() + unlike;
  }

  /// The same with what is known of a worker once it is gone.
  public AttemptFailures lastWords(String worker, Optional<String> exit, String logTail) {
    return new AttemptFailures(
        causes.stream()
            .map(cause -> cause.failure(lastWords(cause.failure(), worker, exit, logTail)))
            .toList());
  }

  public static Failure lastWords(
      Failure failure, String worker, Optional<String> exit, String logTail) {
    if (!failure.worker().equals(worker) || !failure.logTail().isEmpty()) {
      return failure;
    }
    return new Failure(
        failure.attempt(),
        failure.rank(),
        worker,
        failure.node(),
        failure.what(),
        failure.exit().or(() -> exit),
        failure.stack(),
        logTail);
  }

  public boolean explained() {
    return causes.stream().anyMatch(cause -> cause.weight() != Weight.CONSEQUENCE);
  }
}
