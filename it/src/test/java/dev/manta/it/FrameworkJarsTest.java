package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Framework;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The jars of one framework never reach a program of another, nor its workers.
@Timeout(300)
class FrameworkJarsTest {
  private static final String SERVICE = "META-INF/services/" + Framework.class.getName();

  /// What each name of the launcher brings. Only the benchmark of trees has two, whose peers it
  /// compares; no name that users give to `--with` for a program of theirs does.
  private static final Map<String, Set<String>> BROUGHT =
      Map.of(
          "torch", Set.of("torch"),
          "cuda", Set.of("torch"),
          "xgboost", Set.of("xgboost"),
          "lightgbm", Set.of("lightgbm"),
          "tensorflow", Set.of("tensorflow"),
          "djl", Set.of("djl"),
          "trees", Set.of("xgboost", "lightgbm"));

  /// What both PyTorch and TensorFlow need: it has no native library of either.
  private static final String SHARED = "org/bytedeco/javacpp";

  /// Trains on one worker process, and prints what that one sees.
  private static final String PROGRAM =
      """
      import dev.manta.Trainer;
      import dev.manta.train.*;
      import java.util.*;
      import java.util.stream.*;

      public class Only {
        record Config() {}

        static void train(TrainContext<Config> ctx) {
          String frameworks =
              Framework.installed(Only.class.getClassLoader()).stream()
                  .map(each -> each.getClass().getPackageName())
                  .collect(Collectors.joining(" "));
          ctx.report(
              Metrics.of("frameworks", frameworks)
                  .with("path", System.getProperty("java.class.path"))
                  .with("process", ProcessHandle.current().pid()));
        }

        public static void main(String[] words) {
          var result =
              Trainer.of(Only::train, new Config())
                  .scaling(ScalingConfig.workers(1))
                  .run(RunConfig.named("only").storage(words[0]).quiet())
                  .fit();
          System.out.println("frameworks: " + result.metrics().text("frameworks"));
          System.out.println("class path: " + result.metrics().text("path"));
          System.out.println(
              "a process of its own: "
                  + (result.metrics().number("process") != ProcessHandle.current().pid()));
        }
      }
      """;

  @TempDir Path home = Path.of("");

  /// Calls a function of `tools/launch.sh`, and gives back the words it prints.
  private static List<String> launcher(String script) throws Exception {
    String sourced = "home=$PWD; . tools/launch.sh; " + script;
    Process process =
        new ProcessBuilder("bash", "-c", sourced)
            .directory(Sources.root().toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return List.of(printed.strip().split("\\s+"));
  }

  private static Set<String> frameworksAmong(Set<String> modules) {
    return modules.stream()
        .filter(module -> module.startsWith("frameworks/"))
        .filter(FrameworkJarsTest::isFramework)
        .map(module -> module.substring("frameworks/".length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isFramework(String module) {
    return Files.exists(Sources.root().resolve(module).resolve("src/main/resources/" + SERVICE));
  }

  @Test
  void whatIsLaunchedForOneFrameworkNeedsNoOther() throws Exception {
    ModulePoms poms = ModulePoms.read();
    Map<String, Set<String>> brought = new HashMap<>();
    for (String name : launcher("framework_names")) {
      List<String> modules =
          launcher("framework=%s; use_framework; echo $launched".formatted(name));
      brought.put(name, frameworksAmong(poms.needed(modules)));
    }
    assertThat(brought).isEqualTo(BROUGHT);
    assertThat(frameworksAmong(poms.needed(launcher("echo $launched")))).isEmpty();
  }

  private static List<String> classPath(String framework) throws IOException {
    Path examples = Sources.root().resolve("examples-" + framework).resolve("target");
    List<String> entries = new ArrayList<>(List.of(examples.resolve("classes").toString()));
    String jars = Files.readString(examples.resolve("class-path")).strip();
    entries.addAll(List.of(jars.split(File.pathSeparator)));
    return entries;
  }

  @ParameterizedTest
  @ValueSource(strings = {"xgboost", "lightgbm", "tensorflow", "djl"})
  void theClassPathOfItsExamplesHasNoLibraryOfAnother(String framework) throws Exception {
    List<String> path = classPath(framework);
    assertThat(providers(path)).allMatch(each -> each.startsWith("dev.manta." + framework + "."));
    assertThat(providers(path)).hasSize(1);
    for (String other : Set.copyOf(BROUGHT.values().stream().flatMap(Set::stream).toList())) {
      assertThat(libraries(path, other))
          .as("of " + other)
          .matches(other.equals(framework) ? all -> !all.isEmpty() : List::isEmpty);
    }
  }

  /// The entries that are what a framework's module brings.
  private static List<String> libraries(List<String> path, String framework) throws IOException {
    Set<String> brought = ModulePoms.read().libraries("frameworks/" + framework);
    brought.remove(SHARED);
    return path.stream()
        .filter(entry -> brought.stream().anyMatch(each -> entry.contains("/" + each + "/")))
        .toList();
  }

  /// The classes that say that they are frameworks.
  private static List<String> providers(List<String> path) throws IOException {
    URL[] urls = new URL[path.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = Path.of(path.get(i)).toUri().toURL();
    }
    List<String> classes = new ArrayList<>();
    try (var loader = new URLClassLoader(urls, null)) {
      for (URL service : Collections.list(loader.getResources(SERVICE))) {
        classes.add(new String(service.openStream().readAllBytes()).strip());
      }
    }
    return classes;
  }

  @Test
  void aWorkerOfAProgramWithOneFrameworkSeesNoOther() throws Exception {
    String printed = run(classPath("xgboost"));
    assertThat(printed).contains("a process of its own: true");
    assertThat(lines(printed, "frameworks: ")).containsExactly("dev.manta.xgboost.internal.start");
    List<String> path =
        List.of(lines(printed, "class path: ").getFirst().split(File.pathSeparator));
    assertThat(libraries(path, "xgboost")).isNotEmpty();
    for (String other : List.of("lightgbm", "tensorflow", "djl", "torch")) {
      assertThat(libraries(path, other)).as("of " + other).isEmpty();
      assertThat(path).noneMatch(entry -> entry.contains("/frameworks/" + other + "/"));
    }
  }

  private static List<String> lines(String text, String prefix) {
    return text.lines()
        .filter(line -> line.contains(prefix))
        .map(line -> line.substring(line.indexOf(prefix) + prefix.length()))
        .toList();
  }

  private String run(List<String> path) throws Exception {
    Path source = Files.writeString(home.resolve("Only.java"), PROGRAM);
    List<String> command = JavaCommand.words();
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Duser.home=" + home));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, path), "dev.manta.cli.Main"));
    command.addAll(List.of("run", source.toString(), home.resolve("runs").toString()));
    Path out = home.resolve("out.txt");
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    Shell.Said said = new Shell.Typed(builder.redirectOutput(out.toFile()).start(), out).end();
    assertThat(said.status()).as(said.text()).isZero();
    return said.text();
  }
}
