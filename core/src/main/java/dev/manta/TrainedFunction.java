package dev.manta;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.code.ShellVariables;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.loop.Loops;
import dev.manta.spi.script.ScriptLoop;
import dev.manta.train.ScalingConfig;
import java.util.List;

/// What a trainer trains with: a function of this program, or one in another language.
sealed interface TrainedFunction {
  /// As it travels to workers.
  LoopSpec loop();

  /// The same with another config.
  TrainedFunction config(Object config);

  /// What runs it.
  WorkerRuntime runtime(ScalingConfig scaling);

  /// What identifies its code.
  String codeHash();

  /// Sees the classes of the program.
  ClassLoader loader();

  /// A static method of this program, or a class that implements the loop.
  record OfProgram(LoopSpec loop) implements TrainedFunction {
    @Override
    public TrainedFunction config(Object config) {
      return new OfProgram(Loops.resolve(loop.className(), loop.method(), config));
    }

    @Override
    public WorkerRuntime runtime(ScalingConfig scaling) {
      return new WorkerRuntime.Jvm(classPath(scaling), scaling.jvm().arguments());
    }

    /// Threads have the classes of this process.
    private List<String> classPath(ScalingConfig scaling) {
      if (scaling.inProcess()) {
        return List.of();
      }
      List<String> entries = ClassPath.ofUser(loader());
      ClassPath.requireHolds(entries, loop.className(), loader());
      ShellVariables.requireNone(loop.className(), loop.method(), loader(), "training function");
      return entries;
    }

    @Override
    public String codeHash() {
      return ClassPath.hash(loader());
    }

    @Override
    public ClassLoader loader() {
      return ProgramLoader.seeing(loop.className());
    }
  }

  /// A script that an interpreter runs.
  record OfScript(ScriptLoop script) implements TrainedFunction {
    @Override
    public LoopSpec loop() {
      return new LoopSpec(
          script.file(), script.function(), script.language(), script.config().text());
    }

    @Override
    public TrainedFunction config(Object config) {
      return new OfScript(script.config(Loops.json(config)));
    }

    @Override
    public WorkerRuntime runtime(ScalingConfig scaling) {
      if (scaling.inProcess()) {
        throw new IllegalArgumentException(
            "%s is run by %s, and a worker in this process is a thread: say ScalingConfig.workers(n)"
                .formatted(script.file(), script.interpreter().command().getFirst()));
      }
      return script.interpreter();
    }

    @Override
    public String codeHash() {
      return script.codeHash();
    }

    @Override
    public ClassLoader loader() {
      return ProgramLoader.current();
    }
  }
}
