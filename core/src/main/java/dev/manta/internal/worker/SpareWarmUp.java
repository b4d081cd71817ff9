package dev.manta.internal.worker;

import dev.manta.internal.collective.group.WarmUp;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.ThreadNiceness;
import dev.manta.internal.wire.ToController;
import dev.manta.train.Framework;
import java.time.Duration;
import java.util.List;

/// Gets a spare ready: loads the user's class, which it does not run, and goes once through what
/// frameworks, collectives and an attempt will do. All of it gives way to whoever trains.
final class SpareWarmUp {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int STATUS_NEVER_WARM = 73;

  private final LoopSpec loop;
  private final SessionHost host;
  private final ControllerChannel channel;
  private final Thread thread;
  private volatile boolean wanted;

  private SpareWarmUp(LoopSpec loop, SessionHost host, ControllerChannel channel) {
    this.loop = loop;
    this.host = host;
    this.channel = channel;
    this.thread = Thread.ofPlatform().daemon().name("manta-warm").unstarted(this::run);
  }

  /// Begins on a thread of its own.
  static SpareWarmUp start(LoopSpec loop, SessionHost host, ControllerChannel channel) {
    var warmUp = new SpareWarmUp(loop, host, channel);
    warmUp.thread.start();
    return warmUp;
  }

  /// What runs in this process from now on, and not before its warming is over: frameworks have
  /// things that a process has once, as random numbers, and a rehearsal uses them too. Of the
  /// warming, what has not begun is left out.
  Runnable before(Runnable function) {
    wanted = true;
    return () -> {
      awaitEnd();
      function.run();
    };
  }

  boolean isOver() {
    return !thread.isAlive();
  }

  private void awaitEnd() {
    try {
      if (!thread.join(LIMIT)) {
        System.err.println("manta: this spare did not get warm in " + LIMIT.toSeconds() + " s");
        host.exit(STATUS_NEVER_WARM);
      }
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    ThreadNiceness.giveWay();
    try {
      for (Stage stage : List.<Stage>of(this::load, this::frameworks, WarmUp::first, this::play)) {
        if (!wanted) {
          stage.go();
        }
      }
    } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
      System.err.println("manta: this spare is not warm: " + e);
    }
    channel.send(new ToController.Warmed());
  }

  /// A part of the warming.
  private interface Stage {
    void go() throws ClassNotFoundException;
  }

  private void load() throws ClassNotFoundException {
    Class.forName(loop.className(), false, host.loader());
  }

  private void frameworks() {
    Framework.installed(host.loader()).forEach(Framework::warm);
  }

  private void play() {
    if (!Rehearsal.within(host)) {
      throw new IllegalStateException("its rehearsal did not come to the end");
    }
  }
}
