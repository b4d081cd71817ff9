package dev.manta.internal.local;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.InlineLimits;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.machine.WorkerOptions;
import dev.manta.storage.Location;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The command line of a worker's JVM: Manta's flags, then the user's, which win. Its home
/// directory is that of this JVM, as paths that begin with `~/` and caches are below it.
final class JvmCommand {
  /// How the argument begins that says where a worker writes temp files.
  static final String TEMP = "-Djava.io.tmpdir=";

  private JvmCommand() {}

  static List<String> of(
      WorkerRuntime.Jvm jvm, List<Path> first, Optional<Path> aotCache, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(java());
    aotCache.ifPresent(cache -> command.add("-XX:AOTCache=" + cache));
    command.addAll(flags(jvm.options()));
    command.addAll(LoggingProperties.of(System.getProperties()));
    command.add("-Duser.home=" + System.getProperty("user.home"));
    command.addAll(jvm.options());
    command.addAll(List.of("-cp", classPath(first, jvm.classPath())));
    command.addAll(arguments);
    return command;
  }

  /// The arguments after the class path: where the worker writes temp files, where relative paths
  /// begin, whom it calls, and how long it does when nobody answers.
  static List<String> worker(
      WorkerFiles files, Path door, String worker, Duration orphanLimit, WorkerProgram program) {
    String limit = Long.toString(orphanLimit.toMillis());
    String node = Scratch.option();
    String started = "-D" + Location.DIRECTORY_PROPERTY + "=" + program.directory();
    String main = program.main();
    return List.of(TEMP + files.temp(), node, started, main, door.toString(), worker, limit);
  }

  /// The flags that every worker has: no performance file that a killed process leaves behind,
  /// warnings to stderr only (a cache that the JVM can use in part only is not news), nothing
  /// compiled only because it was hot when the cache was made, the collector that is smallest when
  /// idle unless the user names one, and what is given to all workers of this machine.
  static List<String> flags(List<String> userOptions) {
    List<String> flags = new ArrayList<>();
    flags.addAll(List.of("-Xlog:disable", "-Xlog:all=warning,aot*=error:stderr"));
    flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:-UsePerfData"));
    flags.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining"));
    flags.addAll(InlineLimits.flags());
    if (Stream.of(userOptions, WorkerOptions.ofThisMachine())
        .flatMap(List::stream)
        .noneMatch(JvmCommand::choosesCollector)) {
      flags.add("-XX:+UseSerialGC");
    }
    flags.addAll(WorkerOptions.ofThisMachine());
    return flags;
  }

  private static boolean choosesCollector(String option) {
    return option.startsWith("-XX:+Use") && option.endsWith("GC");
  }

  static String java() {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    if (!Files.isExecutable(java)) {
      throw new MantaException(
          ErrorCode.USER,
          "workers are processes of %s, which is not there; make the Java image without --strip-native-commands (for jpackage: --jlink-options without it), or let workers be threads with ScalingConfig.inProcess"
              .formatted(java));
    }
    return java.toString();
  }

  /// What the cache holds comes first, in the cache's order: a JVM uses it only so.
  private static String classPath(List<Path> first, List<String> user) {
    List<String> path = new ArrayList<>();
    first.forEach(jar -> path.add(jar.toString()));
    user.stream().filter(entry -> !path.contains(entry)).forEach(path::add);
    return String.join(File.pathSeparator, path);
  }
}
