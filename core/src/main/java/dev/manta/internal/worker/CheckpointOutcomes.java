package dev.manta.internal.worker;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.spi.json.Json;
import dev.manta.train.ReportedCheckpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What has become of checkpoints: which are committed, and which were given up.
final class CheckpointOutcomes {
  private static final String COMMITTED = "";

  private final Gate gate;
  private final CheckpointStore store;
  private final EarlierCheckpoints before;
  private final List<CommittedRecord> committed = new ArrayList<>();
  private final Map<Integer, String> outcomes = new HashMap<>();

  CheckpointOutcomes(Gate gate, CheckpointStore store, EarlierCheckpoints before) {
    this.gate = gate;
    this.store = store;
    this.before = before;
  }

  void add(int ordinal, String text) {
    gate.change(
        () -> {
          if (outcomes.put(ordinal, COMMITTED) == null) {
            committed.add(CommittedRecord.of(Json.parse(text)));
          }
        });
  }

  void giveUp(int ordinal, String why) {
    gate.change(() -> outcomes.put(ordinal, why));
  }

  /// Waits for a checkpoint's end; throws when it was given up.
  void await(int ordinal, long step) {
    gate.await(() -> outcomes.containsKey(ordinal));
    String why = outcomes.getOrDefault(ordinal, COMMITTED);
    if (!why.equals(COMMITTED)) {
      throw new MantaException(
          ErrorCode.STORAGE, "the checkpoint of step " + step + " was not committed: " + why);
    }
  }

  /// The committed ones, oldest first; those that retention has deleted since are left out.
  List<ReportedCheckpoint> reported() {
    List<ReportedCheckpoint> all = new ArrayList<>();
    for (CommittedRecord kept : committed()) {
      store
          .find(new Committed(kept.name(), kept.manifestHash()))
          .ifPresent(found -> all.add(kept.reported(found)));
    }
    return all;
  }

  /// A name that comes again stands for what was committed last.
  private List<CommittedRecord> committed() {
    Map<String, CommittedRecord> byName = new HashMap<>();
    before.all().forEach(kept -> byName.put(kept.name(), kept));
    gate.change(() -> committed.forEach(kept -> byName.put(kept.name(), kept)));
    return byName.values().stream()
        .sorted(Comparator.comparingLong(CommittedRecord::step))
        .toList();
  }
}
