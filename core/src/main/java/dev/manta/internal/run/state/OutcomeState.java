package dev.manta.internal.run.state;

import dev.manta.spi.json.Flat;
import dev.manta.train.Failure;
import java.util.Optional;

/// What will be left of a run when it ends, and how it comes to its end.
///
/// @param failure the last failure that was decided on
/// @param value what rank 0 returned, as JSON
/// @param sawStop whether a rank left its loop because of a stop
public record OutcomeState(
    Optional<Failure> failure,
    Optional<Stopping> stopping,
    Optional<PendingEnd> ending,
    Optional<String> value,
    boolean sawStop)
    implements Flat {
  static final OutcomeState NONE = open(Optional.empty());

  /// That of a run that continues; what rank 0 once returned stays known.
  public static OutcomeState open(Optional<String> value) {
    return new OutcomeState(Optional.empty(), Optional.empty(), Optional.empty(), value, false);
  }

  /// The same while a decision is worked out.
  public static final class OutcomeDraft {
    public Optional<Failure> failure;
    public Optional<Stopping> stopping;
    public Optional<PendingEnd> ending;
    public Optional<String> value;
    public boolean sawStop;

    public OutcomeDraft(OutcomeState from) {
      failure = from.failure;
      stopping = from.stopping;
      ending = from.ending;
      value = from.value;
      sawStop = from.sawStop;
    }

    public OutcomeState state() {
      return new OutcomeState(failure, stopping, ending, value, sawStop);
    }
  }
}
