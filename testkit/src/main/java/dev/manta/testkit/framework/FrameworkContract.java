package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Numerics;
import dev.manta.internal.worker.Rehearsal;
import dev.manta.train.FailureConfig;
import dev.manta.train.Framework;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What every [Framework] must do; each implementation extends this class. It must be a service on
/// the test's class path, with a public constructor that takes nothing.
///
/// Functions run in this process, with a real context, and in workers that enter no framework by
/// themselves: the suite does.
@Timeout(300)
public abstract class FrameworkContract {
  private static final int CHILD_SECONDS = 120;

  @TempDir Path directory;
  private int runs;

  /// The framework under test.
  protected abstract Framework framework();

  /// Does something with the framework within a function that has entered it. The small training of
  /// a rehearsal is the least of it.
  protected void use(TrainContext<?> ctx) throws Exception {
    framework().rehearse(ctx);
  }

  /// Runs a training function on one worker in this process to its end.
  private void train(FunctionUnderTest.Body body) {
    FunctionUnderTest.becomes(body);
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    caller.setContextClassLoader(new ServicesHidden(FrameworkContract.class.getClassLoader()));
    try {
      Result result =
          Trainer.of(FunctionUnderTest.class.getName(), "call", "config")
              .scaling(ScalingConfig.inProcess(1))
              .run(settings())
              .fit();
      assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.FINISHED);
    } finally {
      caller.setContextClassLoader(before);
    }
  }

  private RunConfig settings() {
    return RunConfig.named("run-" + runs++)
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.none())
        .quiet();
  }

  @Test
  void itIsFoundAsAService() {
    assertThat(Framework.installed(FrameworkContract.class.getClassLoader()))
        .hasAtLeastOneElementOfType(framework().getClass());
  }

  @Test
  void itsVariablesAreTheSameWheneverItIsAsked() {
    Map<String, String> variables = framework().environment(Numerics.forWorkers(2));
    assertThat(framework().environment(Numerics.forWorkers(2))).isEqualTo(variables);
    assertThat(variables.keySet()).allMatch(name -> !name.isBlank() && !name.contains("="));
  }

  @Test
  void itsJarsAreThereAndEachIsNamedOnce() {
    assertThat(framework().jars()).allMatch(Files::isRegularFile).doesNotHaveDuplicates();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void itsVariablesAndJarsAreToldWithoutLoadingNativeCode() throws Exception {
    Child child = child(LoadedLibraries.class, framework().getClass().getName());
    assertThat(child.output()).contains("loaded []");
  }

  @Test
  void aFunctionThatDoesNotUseItEntersAndLeaves() {
    train(ctx -> framework().enter(ctx).close());
  }

  @Test
  void aFunctionThatFollowsAnotherInTheSameProcessEntersItAgain() {
    for (int i = 0; i < 2; i++) {
      train(
          ctx -> {
            Framework framework = framework();
            try (Framework.Entered entered = framework.enter(ctx)) {
              assertThat(entered).isNotNull();
              use(ctx);
            }
          });
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void functionsThatFollowEachOtherLeaveNoPortOpen() throws Exception {
    Set<String> before = ListeningPorts.here();
    for (int i = 0; i < 2; i++) {
      train(
          ctx -> {
            try (Framework.Entered entered = framework().enter(ctx)) {
              assertThat(entered).isNotNull();
              use(ctx);
            }
          });
    }
    assertThat(ListeningPorts.here()).allMatch(before::contains, "was there before");
  }

  @Test
  void itLeavesAlsoAfterAFunctionThatFailed() {
    for (int i = 0; i < 2; i++) {
      train(
          ctx -> {
            try (Framework.Entered entered = framework().enter(ctx)) {
              use(ctx);
              throw new IllegalStateException("no more rows: " + entered);
            } catch (IllegalStateException thrown) {
              assertThat(thrown).hasMessageStartingWith("no more rows");
            }
          });
    }
  }

  @Test
  void anyThrowableIsExplainedOrStaysWhatItWas() {
    train(
        ctx -> {
          try (Framework.Entered entered = framework().enter(ctx)) {
            for (Throwable thrown : Throwables.all()) {
              assertThat(explained(entered, thrown)).isNotNull();
            }
            Throwable unheardOf = new Throwables.UnheardOf("something only its author knows");
            assertThat(entered.explain(unheardOf)).isSameAs(unheardOf);
          }
        });
  }

  private static @Nullable Throwable explained(Framework.Entered entered, Throwable thrown) {
    try {
      return entered.explain(thrown);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("a " + thrown.getClass() + " cannot be explained", e);
    }
  }

  @Test
  void itCanBeWarmedOnceAndAgain() {
    framework().warm();
    framework().warm();
  }

  @Test
  void itLoadsOnAThreadOfItsOwnWhileAFunctionEnters() throws InterruptedException {
    AtomicReference<Throwable> failed = new AtomicReference<>();
    Thread preload =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((_, thrown) -> failed.set(thrown))
            .start(() -> framework().preload());
    train(
        ctx -> {
          try (Framework.Entered entered = framework().enter(ctx)) {
            assertThat(entered).isNotNull();
            use(ctx);
          }
        });
    preload.join();
    assertThat(failed.get()).isNull();
  }

  @Test
  void itRehearsesInTwoAttemptsOfWhichTheSecondResumesFromTheFirst() throws Exception {
    Child child = child(Rehearsal.class);
    assertThat(child.status()).as(child.output()).isZero();
    assertThat(child.output()).doesNotContain("rehearsal failed");
  }

  /// How a process ended, and what it printed.
  private record Child(int status, String output) {}

  private Child child(Class<?> main, String... arguments) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    List<String> command = QuickJava.words();
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(Arrays.asList(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(CHILD_SECONDS, TimeUnit.SECONDS)).isTrue();
      return new Child(process.exitValue(), Files.readString(output));
    } finally {
      process.destroyForcibly();
    }
  }
}
