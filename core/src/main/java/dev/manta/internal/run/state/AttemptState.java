package dev.manta.internal.run.state;

import dev.manta.spi.json.Flat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known of the current attempt, and is begun anew with the next.
///
/// @param opened whether the attempt's group was formed
/// @param awaited workers of an earlier controller that have yet to say where they stand
/// @param steps the last step that each rank has reported
/// @param startedFrom the newest checkpoint when this attempt began; none while it is prepared
///   before any checkpoint
/// @param handover whose memory this attempt began with, if it did not begin with the checkpoint
/// @param distrusts why nothing is used that survivors of the attempt before hold; empty where it
///   may be
/// @param pending checkpoints being put together
/// @param closed the last checkpoints of this attempt that were committed or given up
/// @param resizing a change of size in progress
/// @param trouble what has gone wrong
/// @param late ranks that were named for keeping others waiting
public record AttemptState(
    boolean opened,
    List<String> awaited,
    Map<Integer, Long> steps,
    Optional<String> startedFrom,
    Optional<Handover> handover,
    Optional<String> distrusts,
    List<PendingCheckpoint> pending,
    List<ClosedCheckpoint> closed,
    Optional<Resizing> resizing,
    Optional<AttemptFailures> trouble,
    List<LateRank> late)
    implements Flat {
  static final AttemptState NONE = next(Optional.empty(), Optional.empty(), Optional.empty());

  public AttemptState {
    awaited = List.copyOf(awaited);
    steps = Map.copyOf(steps);
    // Records of older versions have an empty name for none.
    startedFrom = startedFrom.filter(name -> !name.isEmpty());
    pending = List.copyOf(pending);
    closed = List.copyOf(closed);
    late = List.copyOf(late);
  }

  /// One that is about to begin. What the attempt before began with stays until this one has begun:
  /// its checkpoint must not be deleted meanwhile.
  public static AttemptState next(
      Optional<Handover> handover, Optional<String> distrusts, Optional<String> startedFrom) {
    return new AttemptState(
        false,
        List.of(),
        Map.of(),
        startedFrom,
        handover,
        distrusts,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /// The same while a decision is worked out.
  public static final class AttemptDraft {
    public boolean opened;
    public final List<String> awaited;
    public final Map<Integer, Long> steps;
    public Optional<String> startedFrom;
    public Optional<Handover> handover;
    public final Optional<String> distrusts;
    public final List<PendingCheckpoint> pending;
    public final List<ClosedCheckpoint> closed;
    public Optional<Resizing> resizing;
    public Optional<AttemptFailures> trouble;
    public final List<LateRank> late;

    public AttemptDraft(AttemptState from) {
      opened = from.opened;
      awaited = new ArrayList<>(from.awaited);
      steps = new HashMap<>(from.steps);
      startedFrom = from.startedFrom;
      handover = from.handover;
      distrusts = from.distrusts;
      pending = new ArrayList<>(from.pending);
      closed = new ArrayList<>(from.closed);
      resizing = from.resizing;
      trouble = from.trouble;
      late = new ArrayList<>(from.late);
    }

    public AttemptState state() {
      return new AttemptState(
          opened,
          awaited,
          steps,
          startedFrom,
          handover,
          distrusts,
          pending,
          closed,
          resizing,
          trouble,
          late);
    }
  }
}
