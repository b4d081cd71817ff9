package dev.manta.bench;

import dev.manta.internal.collective.InlineLimits;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// Command lines of JVMs like this one.
public final class Jvm {
  private static final String CACHE = "-XX:AOTCache=";
  private static final String WITHOUT_CACHE = "-Xshare:auto";

  private Jvm() {}

  /// A JVM of this JDK on this class path.
  public static List<String> command(Class<?> main, List<String> arguments) {
    return command(InlineLimits.flags(), main, arguments);
  }

  /// One with the flags of this JVM and the launcher's AOT cache, which may have been made since
  /// this JVM began: as `./manta run` runs programs from the second time on.
  public static List<String> launched(Class<?> main, List<String> arguments) {
    return command(launchedFlags(), main, arguments);
  }

  /// The flags of such a JVM.
  public static List<String> launchedFlags() {
    List<String> flags = new ArrayList<>();
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("-X") && !flag.equals(WITHOUT_CACHE)) {
        flags.add(flag);
      }
    }
    if (flags.stream().noneMatch(flag -> flag.startsWith(CACHE))) {
      flags.add(Launcher.cache().map(cache -> CACHE + cache).orElse(WITHOUT_CACHE));
    }
    return flags;
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
