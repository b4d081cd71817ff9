package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunCommandTest {
  private final String classPath = System.getProperty("java.class.path");
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  @TempDir Path directory;

  @BeforeEach
  void prepare() {
    System.clearProperty("told");
    System.setProperty("manta.cache", directory.resolve("cache").toString());
  }

  @AfterEach
  void restore() {
    System.clearProperty("manta.cache");
    System.getProperties().keySet().removeIf(key -> key.toString().startsWith("manta.run."));
    System.setProperty("java.class.path", classPath);
    Thread.currentThread().setContextClassLoader(loader);
  }

  private Path source(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void aSourceFileIsCompiledAndRunsWithItsArguments() throws IOException {
    Path file =
        source(
            "Hello.java",
            """
            public class Hello {
              public static void main(String[] args) {
                System.setProperty("told", String.join(" ", args) + Other.class.getName());
              }
            }
            class Other {}
            """);

    assertThat(Typed.manta("run", file.toString(), "--name", "x").exitCode()).isEqualTo(0);
    assertThat(System.getProperty("told")).isEqualTo("--name xOther");
  }

  @Test
  void anOptionOfLoopsIsRefusedForAProgram() throws IOException {
    Path file = source("Hello.java", "class Hello { static void main() {} }");
    Typed typed = Typed.manta("run", "--retries", "4", file.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo("manta: --retries needs --loop: a program sets it in its own code\n");
    assertThat(Typed.manta("run", "--workers", "many", file.toString()).err())
        .isEqualTo("manta: --workers: workers are a number or a range such as 2-8, not \"many\"\n");
  }

  /// A program that trains in this process and throws when it is told to.
  private Path trains(String name) throws IOException {
    return source(
        name + ".java",
        """
        import dev.manta.*;
        import dev.manta.train.*;

        class %1$s {
          record Config(boolean fails) {}

          static String train(TrainContext<Config> ctx) {
            ctx.report(Metrics.of("x", 1));
            if (ctx.config().fails()) {
              throw new IllegalStateException("no rows");
            }
            return ctx.runName() + " on " + ctx.worldSize() + " by %1$s";
          }

          static void main(String[] args) {
            Result result =
                Trainer.of(%1$s::train, new Config(args[0].equals("fails")))
                    .scaling(ScalingConfig.inProcess(1))
                    .run(RunConfig.named("own").storage("/nowhere/at/all"))
                    .fit();
            System.setProperty("told", result.returnValue(String.class).orElse("nothing"));
          }
        }
        """
            .formatted(name));
  }

  private Typed train(Path program, String mode, String... options) {
    List<String> words = new ArrayList<>(List.of("run", "--quiet"));
    words.addAll(List.of("--storage", directory.resolve("runs").toString()));
    words.addAll(List.of(options));
    words.addAll(List.of(program.toString(), mode));
    return Typed.manta(words.toArray(String[]::new));
  }

  @Test
  void whatIsTypedWinsOverWhatTheProgramSays() throws IOException {
    Typed typed = train(trains("Own"), "works", "--name", "typed", "--workers", "2");

    assertThat(typed.exitCode()).as(typed.err()).isEqualTo(0);
    assertThat(System.getProperty("told")).isEqualTo("typed on 2 by Own");
  }

  @Test
  void anotherProgramsUnfinishedRunOfThatNameIsNotResumed() throws IOException {
    assertThat(train(trains("Own"), "fails").exitCode()).isEqualTo(1);
    Path other = trains("Other");
    Typed refused = train(other, "works");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("manta: run own in " + directory.resolve("runs"))
        .contains("was started by Own::train, not by Other::train", "--name NAME", "--fresh");
    assertThat(train(other, "works", "--fresh").exitCode()).isEqualTo(0);
    assertThat(System.getProperty("told")).isEqualTo("own-2 on 1 by Other");
  }

  @Test
  void aTypedNameIsNotGivenToTwoTrainingsOfAProgram() throws IOException {
    Path file =
        source(
            "Twice.java",
            """
            import dev.manta.*;
            import dev.manta.train.*;

            class Twice {
              record Config(double rate) {}

              static void train(TrainContext<Config> ctx) {
                ctx.report(Metrics.of("rate", ctx.config().rate()));
              }

              static void main(String[] args) {
                fit("a", 1);
                System.setProperty("told", "a");
                fit("a", 1);
                System.setProperty("told", "a again");
                fit("b", 1);
              }

              static void fit(String name, double rate) {
                Trainer.of(Twice::train, new Config(rate))
                    .scaling(ScalingConfig.inProcess(1))
                    .run(RunConfig.named(name))
                    .fit();
              }
            }
            """);
    Typed typed = train(file, "", "--name", "typed");

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(System.getProperty("told")).isEqualTo("a again");
    assertThat(typed.err())
        .isEqualTo(
            "manta: --name typed is the name of one run, and this program trains more than one: it"
                + " went to run a, and is not given to run b; leave out --name, and name each run"
                + " in the program with RunConfig.named\n");
    assertThat(train(file, "").exitCode()).as("without --name").isEqualTo(0);
  }

  @Test
  void aSourceFileOfAPackageAndACompactOneRunToo() throws IOException {
    Path packaged =
        source(
            "Hello.java",
            """
            package com.acme;
            class Hello { static void main() { System.setProperty("told", "packaged"); } }
            """);
    Path compact =
        source("Small.java", "void main() { System.setProperty(\"told\", \"compact\"); }");

    assertThat(Typed.manta("run", packaged.toString()).exitCode()).isEqualTo(0);
    assertThat(System.getProperty("told")).isEqualTo("packaged");
    assertThat(Typed.manta("run", compact.toString()).exitCode()).isEqualTo(0);
    assertThat(System.getProperty("told")).isEqualTo("compact");
  }

  @Test
  void workersGetTheProgramsJarBehindMantasOwn() throws IOException {
    Path file = source("Hello.java", "class Hello { static void main() {} }");
    Typed.manta("run", file.toString());

    assertThat(System.getProperty("java.class.path"))
        .startsWith(classPath)
        .matches(".*/Hello-[0-9a-f]{16}\\.jar");
  }

  @Test
  void aProgramMayTrainInItsOwnProcess() throws IOException {
    Path file =
        source(
            "Inside.java",
            """
            import dev.manta.*;
            import dev.manta.train.*;

            class Inside {
              record Config(String storage) {}

              static String train(TrainContext<Config> ctx) {
                ctx.live("state", new double[1]);
                for (int epoch : ctx.epochs(3)) {
                  ctx.report(Metrics.of("score", epoch % 2), ctx.snapshot());
                }
                return "inside " + Inside.class.getName();
              }

              static void main(String[] args) {
                Result result =
                    Trainer.of(Inside::train, new Config(args[0]))
                        .scaling(ScalingConfig.inProcess(1))
                        .run(
                            RunConfig.named("inside")
                                .storage(args[0])
                                .checkpoints(
                                    CheckpointConfig.keepAll().scoreBy("score", Order.MAX)))
                        .fit();
                System.setProperty("told", result.returnValue(String.class).orElse("nothing"));
              }
            }
            """);
    Typed typed = Typed.manta("run", file.toString(), directory.resolve("runs").toString());

    assertThat(typed.exitCode()).as(typed.err()).isEqualTo(0);
    assertThat(System.getProperty("told")).isEqualTo("inside Inside");
    assertThat(Typed.manta("show", directory.resolve("runs/inside").toString()).out())
        .containsPattern(
            "checkpoints \\(\\* the best\\)\n  c\\S+ +step 1 .*\n\\* c\\S+ +step 2 +score 1\n  c");
  }

  @Test
  void compilerErrorsAreShownAsJavacShowsThem() throws IOException {
    Path file = source("Wrong.java", "class Wrong { int x = \"text\"; }");
    Typed typed = Typed.manta("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .contains("Wrong.java:1: error: incompatible types")
        .endsWith("manta: " + file + " does not compile\n");
  }

  @Test
  void aTrainingFunctionOfTheWrongShapeIsExplained() throws IOException {
    String program =
        """
        import dev.manta.*;
        import dev.manta.train.*;

        public class Shape {
          record Config(int n) {}
          %s { }
          public static void main(String[] args) {
            Trainer.of(Shape::train, new Config(1)).fit();
          }
        }
        """;
    Path file = source("Shape.java", program.formatted("void train(TrainContext<Config> ctx)"));
    Typed typed = Typed.manta("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo(
            "manta: "
                + file
                + ":8: train has to be static, as workers call it without an object: write static"
                + " before its return type (--debug shows what javac says)\n");
    source("Shape.java", program.formatted("static void train(TrainContext<Config> c, int n)"));
    assertThat(Typed.manta("run", file.toString()).err())
        .startsWith("manta: " + file + ":8: train has to take a TrainContext of its config record");
    assertThat(Typed.manta("--debug", "run", file.toString()).err())
        .contains("no suitable method found for of(Shape::train,Config)");
  }

  @Test
  void aCacheThatCannotBeWrittenIsSaidWithWhatToDo() throws IOException {
    Path inTheWay = Files.createFile(directory.resolve("cache"));
    Path file = source("Hello.java", "class Hello { static void main() {} }");
    Typed typed = Typed.manta("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.err())
        .startsWith("manta: cannot keep compiled programs in " + inTheWay + "/sources: ")
        .endsWith("; set XDG_CACHE_HOME to a directory that you can write\n");
  }

  @Test
  void whatTheProgramThrowsIsShownWithItsOwnFramesOnly() throws IOException {
    Path file =
        source(
            "Bad.java", "class Bad { static void main() { throw new RuntimeException(\"oh\"); } }");
    Typed typed = Typed.manta("run", file.toString());

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.err())
        .isEqualTo("java.lang.RuntimeException: oh\n\tat Bad.main(Bad.java:1)\n");
  }

  @Test
  void aProgramThatDoesNotExistIsNamed() {
    Typed typed = Typed.manta("run", "nowhere.jar");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).startsWith("manta: no file nowhere.jar; give a .java file");
  }

  @Test
  void aProgramWithoutAMainClassAsksForOne() {
    Typed typed = Typed.manta("run", directory.toString());

    assertThat(typed.err())
        .isEqualTo("manta: " + directory + " names no main class; give --main CLASS\n");
  }

  @Test
  void aLoopThatDoesNotExistIsNamed() {
    assertThat(Typed.manta("run", "--loop", "Train.train").err())
        .startsWith("manta: --loop takes CLASS::METHOD");
    assertThat(Typed.manta("run", "--loop", "a.B::train").err())
        .startsWith("manta: --loop: there is no class a.B:");
    assertThat(Typed.manta("run", "--loop", "java.lang.String::train").err())
        .startsWith(
            "manta: --loop: there is no method java.lang.String.train; there are no static");
  }
}
