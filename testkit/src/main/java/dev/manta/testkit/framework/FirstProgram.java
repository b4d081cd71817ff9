package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.machine.UserCache;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;

/// A program that `manta new` gives somebody to begin with, compiled and run as theirs would be.
public final class FirstProgram {
  private static final int SECONDS = 200;

  private FirstProgram() {}

  /// Runs its class `Train` for a user with this home directory; gives back what it prints. What
  /// can be made again is kept elsewhere: libraries unpacked anew take longer than the training,
  /// and what is made in the background would outlive the home.
  public static String run(Path source, Path home) throws IOException, InterruptedException {
    Path classes = Files.createDirectories(home.resolve("classes"));
    compile(source, classes);
    Path output = home.resolve("output");
    var builder = new ProcessBuilder(command(classes, home));
    builder.environment().put("XDG_CACHE_HOME", String.valueOf(UserCache.directory().getParent()));
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      String printed = Files.readString(output);
      assertThat(ended).as(printed).isTrue();
      assertThat(process.exitValue()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }

  private static void compile(Path source, Path classes) {
    var said = new StringWriter();
    var out = new PrintWriter(said);
    String[] options = {"-proc:none", "-cp", System.getProperty("java.class.path"), "-d"};
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of(classes.toString(), source.toString()));
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));
    assertThat(status).as(said.toString()).isZero();
  }

  private static List<String> command(Path classes, Path home) {
    List<String> command = QuickJava.words();
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Duser.home=" + home));
    command.add("-cp");
    command.add(classes + File.pathSeparator + System.getProperty("java.class.path"));
    command.add("Train");
    return command;
  }
}
