package dev.manta.testkit.sim;

import dev.manta.cluster.Exit;
import dev.manta.internal.wire.ToController;
import java.time.Duration;
import java.util.function.Consumer;

/// What a validation process does: score, throw or crash.
record SimValidation(SimWorld world) {
  void run(Consumer<Exit> die, Consumer<ToController> send) {
    Script script = world.script();
    Duration time = script.millis(10, 400);
    if (script.chance(0.1)) {
      world.after(time, () -> die.accept(new Exit.Signal(11, "SIGSEGV")));
    } else if (script.chance(0.1)) {
      var failed = new ToController.Failed(0, 0, "X", "threw X", "V:1", "stack");
      world.after(time, () -> send.accept(failed));
    } else {
      world.after(time, () -> send.accept(new ToController.Returned(0, "{\"score\":1}", false)));
    }
  }
}
