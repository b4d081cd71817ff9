package dev.manta.internal.worker;

import dev.manta.collective.Collectives;
import dev.manta.collective.Numerics;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.internal.collective.Plan;
import dev.manta.internal.collective.Rendezvous;
import dev.manta.internal.collective.WarmUp;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.train.Framework;
import java.util.List;

/// Gets a spare ready: loads the user's class, which it does not run, and goes once through what
/// frameworks and collectives will do. All of it gives way to whoever trains.
record Warming(LoopSpec loop, Host host, Outlet outlet) implements Runnable {
  private static final String RUN = "spare";
  private static final int CALLS = 200;

  @Override
  public void run() {
    Niceness.giveWay();
    try {
      Class.forName(loop.className(), false, host.loader());
      Framework.installed(host.loader()).forEach(Framework::warm);
      WarmUp.now();
      formGroup();
    } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
      System.err.println("manta: this spare is not warm: " + e);
    }
    outlet.send(new ToController.Warmed());
  }

  /// A group of this process alone, formed as one of several would be.
  private void formGroup() {
    try (Rendezvous meeting = host.rendezvous(RUN)) {
      Plan plan = Plan.of(RUN, 1, 0, List.of(meeting.offer()), new Numerics(1, "", 1));
      try (Collectives alone = meeting.join(plan)) {
        double[] values = new double[64];
        for (int i = 0; i < CALLS; i++) {
          alone.allReduce(values, Op.SUM);
          alone.broadcast(Values.of(values), 0);
        }
      }
    }
  }
}
