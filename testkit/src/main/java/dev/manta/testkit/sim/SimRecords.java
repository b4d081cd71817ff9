package dev.manta.testkit.sim;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.control.record.ControlRecords;
import dev.manta.internal.run.Decided;
import dev.manta.internal.run.state.KeptCheckpoints;
import java.util.List;
import java.util.Optional;

/// The control records of one controller: a record takes its time, and a controller that is killed
/// has either written it or not.
final class SimRecords implements ControlRecords {
  private final ControlRecords records;
  private final SimWorld world;
  private final SimController controller;
  private Optional<List<Decided>> early = Optional.empty();

  SimRecords(ControlRecords records, SimWorld world, SimController controller) {
    this.records = records;
    this.world = world;
    this.controller = controller;
  }

  @Override
  public boolean append(List<Decided> decided) {
    controller.mayCrash();
    if (!settled()) {
      return false;
    }
    if (isActedOnEarly(decided)) {
      early = Optional.of(decided);
      return true;
    }
    controller.await(world.script().record());
    boolean written = write(decided);
    controller.await(world.script().record());
    controller.mayCrash();
    return written;
  }

  private boolean isActedOnEarly(List<Decided> decided) {
    return world.flaw() == Flaw.GROUP_ACTED_ON_EARLY
        && decided.stream().filter(Decided::needsRecord).count() > 1;
  }

  /// What was acted on early is written before anything else is; false where somebody else has.
  private boolean settled() {
    Optional<List<Decided>> waiting = early;
    early = Optional.empty();
    return waiting.isEmpty() || write(waiting.get());
  }

  private boolean write(List<Decided> decided) {
    boolean written = records.append(decided);
    if (written) {
      world.audit().recorded(decided);
      decided.forEach(each -> ProcessAudit.requireOver(each, world::runs));
    }
    return written;
  }

  @Override
  public Optional<KeptCheckpoints> archive(KeptCheckpoints kept) {
    controller.mayCrash();
    settled();
    Optional<KeptCheckpoints> archived = records.archive(kept);
    controller.mayCrash();
    return archived;
  }

  @Override
  public CheckpointCatalog catalog() {
    return records.catalog();
  }

  @Override
  public int term() {
    return records.term();
  }

  @Override
  public boolean current() {
    return settled() && records.current();
  }
}
