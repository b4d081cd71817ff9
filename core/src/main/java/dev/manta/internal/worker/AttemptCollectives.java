package dev.manta.internal.worker;

import dev.manta.collective.Cause;
import dev.manta.collective.Collectives;
import dev.manta.collective.Numerics;
import dev.manta.collective.Waiting;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.group.CollectiveGroup;
import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.collective.group.WarmUp;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The collectives of an attempt. They are made when the function first uses them, by every rank
/// together: a function that never does pays nothing.
final class AttemptCollectives {
  private final Gate gate;
  private final ControllerChannel channel;
  private final ToWorker.Join join;
  private final Supplier<Rendezvous> rendezvous;
  private @Nullable Rendezvous prepared;
  private @Nullable List<String> offers;
  private volatile @Nullable Collectives joined;
  private long word;

  AttemptCollectives(
      Gate gate, ControllerChannel channel, ToWorker.Join join, Supplier<Rendezvous> rendezvous) {
    this.gate = gate;
    this.channel = channel;
    this.join = join;
    this.rendezvous = rendezvous;
  }

  /// The offers of all ranks have come.
  void gathered(List<String> all) {
    gate.change(() -> offers = all);
  }

  /// The collectives, made now if this is the first use.
  Collectives get() {
    Collectives group = joined;
    return group == null ? form() : group;
  }

  /// Makes the offer before the function is entered; the controller passes it on by itself.
  String prepare() {
    Rendezvous meeting = rendezvous.get();
    prepared = meeting;
    return meeting.offer();
  }

  private Collectives form() {
    WarmUp.start();
    Rendezvous ready = prepared;
    prepared = null;
    try (Rendezvous meeting = ready == null ? rendezvous.get() : ready) {
      if (ready == null) {
        channel.send(new ToController.Offered(gate.attempt(), meeting.offer()));
      }
      gate.await(() -> offers != null);
      Collectives group = meeting.join(plan(offers == null ? List.of() : offers));
      gate.change(() -> adopt(group));
      gate.require();
      return group;
    }
  }

  private void adopt(Collectives group) {
    joined = group;
    group.control(word);
    if (gate.isClosed()) {
      group.abort(new Cause.Requested("the attempt is over"));
    }
  }

  private GroupPlan plan(List<String> all) {
    var numerics = new Numerics(join.place().threads(), "", lanes());
    return GroupPlan.of(join.run().id(), join.attempt(), join.place().rank(), all, numerics);
  }

  /// The lanes over which ranks sum up.
  private int lanes() {
    return Integer.parseInt(join.run().settings().getOrDefault(ToWorker.RunFacts.LANES, "1"));
  }

  /// Sets the control word of this rank, unless it is higher; false when there is no group to carry
  /// it yet.
  boolean raise(long value) {
    return control(Math.max(word, value));
  }

  /// Takes a control word back, unless it is another by now.
  void lower(long value) {
    if (word == value) {
      control(0);
    }
  }

  private boolean control(long value) {
    word = value;
    Collectives group = joined;
    if (group != null) {
      group.control(value);
    }
    return group != null;
  }

  /// The word that all ranks have agreed on; 0 without a group.
  long agreed() {
    Collectives group = joined;
    return group == null ? 0 : group.agreed();
  }

  /// Whether a rank is gone, or was told to leave: then the attempt is over, as is about to be
  /// heard.
  boolean isBroken() {
    Collectives group = joined;
    Optional<Cause> why = group == null ? Optional.empty() : group.aborted();
    return why.filter(AttemptCollectives::isFollowedByAnEnd).isPresent();
  }

  private static boolean isFollowedByAnEnd(Cause cause) {
    return cause instanceof Cause.PeerDied
        || cause instanceof Cause.Requested
        || cause instanceof Cause.LinkLost;
  }

  /// The lost link that ended the collectives, if one did.
  Optional<Cause.LinkLost> lostLink() {
    Collectives group = joined;
    return group == null
        ? Optional.empty()
        : group.aborted().filter(Cause.LinkLost.class::isInstance).map(Cause.LinkLost.class::cast);
  }

  /// The ranks of other hosts that this one did not hear when the collectives ended.
  List<Integer> unheard() {
    return joined instanceof CollectiveGroup group ? group.unheard() : List.of();
  }

  /// Whether the ranks have met.
  boolean isFormed() {
    return joined != null;
  }

  Optional<Waiting> waiting() {
    Collectives group = joined;
    return group == null ? Optional.empty() : group.waiting();
  }

  /// How often each rank was the last to come; nothing without a group.
  List<Long> lastToArrive() {
    Collectives group = joined;
    return group == null ? List.of() : group.counters().lastToArrive();
  }

  /// How long calls have held this rank up.
  long heldUpNanos() {
    return joined instanceof CollectiveGroup group ? group.heldUpNanos() : 0;
  }

  void abort(String why) {
    Collectives group = joined;
    if (group != null) {
      group.abort(new Cause.Requested(why));
    }
  }

  void close() {
    if (prepared != null) {
      prepared.close();
    }
    Collectives group = joined;
    if (group != null) {
      group.close();
    }
  }
}
