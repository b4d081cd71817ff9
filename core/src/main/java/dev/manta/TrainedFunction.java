package dev.manta;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.code.ShellVariables;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.loop.Loops;
import dev.manta.spi.json.Json;
import dev.manta.spi.script.ScriptLoop;
import dev.manta.train.ScalingConfig;
import java.util.List;
import java.util.Optional;

/// What a trainer trains with: a function of this program, or one in another language.
sealed interface TrainedFunction {
  /// As it travels to workers.
  LoopSpec loop();

  /// The same with another config.
  TrainedFunction config(Object config);

  /// What users give as its config.
  Optional<Json> config();

  /// The class of what users give as its config, where that is known.
  Optional<Class<?>> configType();

  /// What runs it.
  WorkerRuntime runtime(ScalingConfig scaling);

  /// What identifies its code.
  String codeHash();

  /// Sees the classes of the program.
  ClassLoader loader();

  /// A static method of this program, or a class that implements the loop.
  ///
  /// @param part the field of its config that users give, where that is not all of it
  record OfProgram(LoopSpec loop, Optional<ConfigPart> part) implements TrainedFunction {
    @Override
    public TrainedFunction config(Object config) {
      Object whole = part.<Object>map(each -> each.within(loop.config(), config)).orElse(config);
      return new OfProgram(Loops.resolve(loop.className(), loop.method(), whole), part);
    }

    @Override
    public Optional<Json> config() {
      return loop.config().isEmpty()
          ? Optional.empty()
          : Optional.of(
              part.map(each -> each.of(loop.config())).orElseGet(() -> Json.parse(loop.config())));
    }

    @Override
    public Optional<Class<?>> configType() {
      return part.<Class<?>>map(ConfigPart::type).or(this::ofWhole);
    }

    private Optional<Class<?>> ofWhole() {
      return loop.configClass().isEmpty()
          ? Optional.empty()
          : ProgramLoader.find(loop.configClass(), loader());
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
    public Optional<Json> config() {
      return Optional.of(script.config());
    }

    @Override
    public Optional<Class<?>> configType() {
      return Optional.empty();
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
