package dev.manta.internal.run.state;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.Optional;

/// Where an attempt begins: `checkpoint` is the newest one's name, `step` how many reports were
/// made up to there, `epoch` the first that is still to do.
public sealed interface StartPoint {
  Optional<String> checkpoint();

  long step();

  int epoch();

  /// The highest ordinal that a checkpoint has had.
  int ordinal();

  /// With the checkpoint, or with nothing where there is none.
  record InStorage(Optional<String> checkpoint, long step, int epoch, int ordinal)
      implements StartPoint {}

  /// With the commit that rank `source` holds in memory, and that `size` ranks made.
  record InMemory(
      Optional<String> checkpoint,
      long step,
      int epoch,
      int ordinal,
      long commit,
      int source,
      int size)
      implements StartPoint {}

  /// How the log has both: with commit 0 where it is to be read from storage. Records of older
  /// versions have an empty name for no checkpoint.
  record Written(
      Optional<String> checkpoint,
      long step,
      int epoch,
      int ordinal,
      long commit,
      int source,
      int size) {}

  default Json toJson() {
    return Bind.write(
        switch (this) {
          case InStorage at -> new Written(at.checkpoint, at.step, at.epoch, at.ordinal, 0, 0, 0);
          case InMemory at ->
              new Written(
                  at.checkpoint, at.step, at.epoch, at.ordinal, at.commit, at.source, at.size);
        });
  }

  static StartPoint fromJson(Json json) {
    Written at = Bind.readOlder(json, Written.class, "start");
    Optional<String> name = at.checkpoint.filter(text -> !text.isEmpty());
    return at.commit == 0
        ? new InStorage(name, at.step, at.epoch, at.ordinal)
        : new InMemory(name, at.step, at.epoch, at.ordinal, at.commit, at.source, at.size);
  }
}
