package dev.manta.internal.worker;

import dev.manta.internal.collective.WarmUp;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.train.Framework;

/// Gets a spare ready: loads the user's class, which it does not run, and goes once through what
/// frameworks, collectives and an attempt will do. All of it gives way to whoever trains.
record Warming(LoopSpec loop, Host host, Outlet outlet) implements Runnable {
  @Override
  public void run() {
    Niceness.giveWay();
    try {
      Class.forName(loop.className(), false, host.loader());
      Framework.installed(host.loader()).forEach(Framework::warm);
      WarmUp.first();
      if (!Rehearsal.within(host)) {
        throw new IllegalStateException("its rehearsal did not come to the end");
      }
    } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
      System.err.println("manta: this spare is not warm: " + e);
    }
    outlet.send(new ToController.Warmed());
  }
}
