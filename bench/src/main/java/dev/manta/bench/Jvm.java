package dev.manta.bench;

import dev.manta.internal.collective.InlineLimits;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// Command lines of JVMs like this one.
public final class Jvm {
  private Jvm() {}

  /// A JVM of this JDK on this class path.
  public static List<String> command(Class<?> main, List<String> arguments) {
    return command(InlineLimits.flags(), main, arguments);
  }

  /// One with the flags of this JVM, its AOT cache among them: as `./manta run` runs programs.
  public static List<String> launched(Class<?> main, List<String> arguments) {
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList();
    return command(flags, main, arguments);
  }

  private static List<String> command(List<String> flags, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(flags);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }
}
