package dev.manta.bench;

import dev.manta.internal.collective.Cuts;
import java.util.ArrayList;
import java.util.List;

/// Command lines of JVMs like this one.
public final class Jvm {
  private Jvm() {}

  /// A JVM of this JDK on this class path.
  public static List<String> command(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(Cuts.flags());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }
}
