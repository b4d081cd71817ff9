package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.storage.Location;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Watches what becomes of checkpoints in storage: what a control record names is there byte for
/// byte, is deleted only once no record names it any more, and is changed only by the controller of
/// the last term.
final class StorageAudit implements WatchedStorage.Watch {
  private final CheckpointStore store;
  private final String root;
  private final Map<String, String> named = new HashMap<>();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> damaged = new HashSet<>();
  private int current;

  /// @param store as it is, without faults
  StorageAudit(CheckpointStore store, Location root) {
    this.store = store;
    this.root = root.path() + "/";
  }

  /// A controller has opened a term.
  void opened(int controller) {
    current = Math.max(current, controller);
  }

  /// A controller ends processes of another, or changes checkpoints.
  void acts(int controller, String what) {
    require(
        controller == current,
        "controller %s %s, though controller %s has taken over",
        controller,
        what,
        current);
  }

  /// A control record names a checkpoint.
  void committed(CommittedCheckpoint checkpoint) {
    if (!checkpoint
        .manifestHash()
        .equals(named.put(checkpoint.name(), checkpoint.manifestHash()))) {
      changed.add(checkpoint.name());
    }
  }

  /// No control record names it any more.
  void removed(String name) {
    named.remove(name);
  }

  /// Somebody overwrites a checkpoint, or puts back what was overwritten.
  void damaged(String name, boolean is) {
    if (is) {
      damaged.add(name);
    } else {
      damaged.remove(name);
    }
  }

  @Override
  public void written(Location at) {
    name(at);
  }

  @Override
  public void deleted(Location prefix) {
    String name = name(prefix);
    require(
        !named.containsKey(name), "checkpoint " + name + " was deleted though a record names it");
  }

  private String name(Location at) {
    if (!at.path().startsWith(root)) {
      return "";
    }
    String name = at.path().substring(root.length()).split("/", 2)[0];
    changed.add(name);
    return name;
  }

  /// A step was taken: whatever was changed in it is still whole.
  void verify() {
    for (String name : changed) {
      String hash = named.get(name);
      if (hash != null && !damaged.contains(name)) {
        store
            .verify(new Committed(name, hash))
            .ifPresent(
                damage -> {
                  throw new Violation("checkpoint " + name + " is not whole: " + damage);
                });
      }
    }
    changed.clear();
  }
}
