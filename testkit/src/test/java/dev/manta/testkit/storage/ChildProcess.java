package dev.manta.testkit.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Another process that runs a main class of these tests, and its lines.
public record ChildProcess(Process process, BufferedReader lines) implements AutoCloseable {
  /// Starts `main`; `before` goes in front of the command.
  public static ChildProcess start(List<String> before, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(Arrays.asList(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new ChildProcess(process, process.inputReader());
  }

  public @Nullable String line() throws IOException {
    return lines.readLine();
  }

  /// Lets a child that has said it is ready begin.
  public void go() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  public List<String> rest() {
    return lines.lines().toList();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
