package dev.manta.testkit.sim;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.run.state.Limits;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// How a worker ends that nobody hears: its controller is gone, or its node cannot be reached.
final class SimAlone {
  private static final Exit KILLED = new Exit.Signal(9, "SIGKILL");
  private final SimWorld world;
  private final Script script;
  private final WorkerSpec spec;
  private final Supplier<SimLink> link;
  private final Consumer<Exit> die;
  private boolean cutOff;

  SimAlone(SimWorld world, WorkerSpec spec, Supplier<SimLink> link, Consumer<Exit> die) {
    this.world = world;
    this.script = world.script();
    this.spec = spec;
    this.link = link;
    this.die = die;
  }

  /// It ends within two seconds.
  void orphan() {
    world.after(script.millis(0, 2000), () -> die.accept(new Exit.Status(70)));
  }

  /// One of a detached run continues for a while, and longer where another controller calls.
  void abandoned() {
    if (script.detached && !spec.worker().startsWith("v")) {
      SimLink last = link.get();
      world.after(script.orphan, () -> endIfAlone(last));
    } else {
      orphan();
    }
  }

  private void endIfAlone(SimLink last) {
    if (link.get() == last) {
      die.accept(new Exit.Status(70));
    }
  }

  /// It trains on until its node ends it, or it has been alone for too long.
  void cutOff(boolean told) {
    cutOff = true;
    link.get().lose();
    world.audit().died(spec.worker(), told);
    world.reportAudit().died(spec.worker(), told);
    link.get().gone(unreachable());
    int most = (int) script.alone(Limits.DEFAULT).leased().lease().orElseThrow().toMillis();
    world.after(script.millis(0, most), () -> die.accept(KILLED));
  }

  /// Its node is back, and ends it.
  void reached() {
    if (cutOff) {
      die.accept(KILLED);
      link.get().gone(new Exit.Unseen());
    }
  }

  boolean isCutOff() {
    return cutOff;
  }

  Exit unreachable() {
    return new Exit.Unreachable(spec.node(), "the script wants it so");
  }
}
