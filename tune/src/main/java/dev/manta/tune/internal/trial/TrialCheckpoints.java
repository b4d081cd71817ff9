package dev.manta.tune.internal.trial;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.Metrics;
import dev.manta.tune.internal.experiment.Saved;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// The checkpoints of an experiment's trials: `<experiment>/checkpoints/<name>/…`.
///
/// One exists once the experiment's journal names it.
public final class TrialCheckpoints {
  private final Storage storage;
  private final Location experiment;
  private final Location root;
  private final CheckpointStore store;

  /// @param experiment the experiment's directory
  public TrialCheckpoints(Storage storage, Location experiment) {
    this.storage = storage;
    this.experiment = experiment;
    this.root = experiment.resolve("checkpoints");
    this.store = new CheckpointStore(storage, root);
  }

  /// Stores what an attempt reports. Its name has the attempt in it, so that one that is over
  /// touches nothing of a newer one.
  public Saved save(TrialOrder order, long step, Metrics metrics, Checkpoint checkpoint) {
    String given = String.format(Locale.ROOT, "trial-%05d-step-%06d", order.trial(), step);
    String name = CheckpointStore.name(order.attempt(), given);
    int ordinal = Math.toIntExact(step);
    var moment = new Moment(order.attempt(), ordinal, step, 0, checkpoint.inMidEpoch());
    LocalCheckpoint local = LocalCheckpoint.opened(checkpoint);
    StoredPart part = store.store(name, 0, new Extent.Whole(), moment, local);
    Committed committed = store.commit(List.of(part), metrics.toJson());
    return new Saved(committed.name(), committed.hash());
  }

  /// A checkpoint that something else has written and keeps within the experiment.
  ///
  /// @param path where it is, from the experiment's directory on
  public static Saved elsewhere(String path) {
    return new Saved(path, "");
  }

  /// Whether something else has written it.
  public static boolean isElsewhere(Saved saved) {
    return saved.hash().isEmpty();
  }

  /// A checkpoint that is in storage.
  public Checkpoint load(Saved saved) {
    return isElsewhere(saved) ? at(saved) : store.load(new Committed(saved.name(), saved.hash()));
  }

  /// The same, looked at when it is used.
  public Checkpoint at(Saved saved) {
    return Checkpoint.at(
        isElsewhere(saved) ? experiment.resolve(saved.name()) : store.at(saved.name()));
  }

  /// Deletes a checkpoint that an attempt has reported.
  public void delete(Saved saved) {
    store.delete(saved.name());
  }

  /// Deletes one that something else has written, and keeps no longer.
  public void deleteElsewhere(Saved saved) {
    int name = saved.name().lastIndexOf('/');
    Location of = experiment.resolve(saved.name().substring(0, name));
    new CheckpointStore(storage, of).delete(saved.name().substring(name + 1));
  }

  /// Deletes all that nobody needs: what attempts stored that were lost before they told of it.
  public void sweep(Set<Saved> needed) {
    Set<String> names = new TreeSet<>(storage.children(root));
    needed.forEach(each -> names.remove(each.name()));
    names.forEach(store::delete);
  }
}
