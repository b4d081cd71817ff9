package dev.manta.testkit.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server on Node.js, which listens on 127.0.0.1 at a port that the operating system picks, and
/// ends with the test, or with the process that runs it however that ends.
public final class NodeServer implements AutoCloseable {
  private static final long START_SECONDS = 60;
  private static final Pattern LISTENING =
      Pattern.compile("listen(?:s|ing) (?:at|on) (?:https?://)?127\\.0\\.0\\.1:(\\d+)");

  /// Ends the server when nobody holds the other end of its input any more.
  private static final String ENDS_WITH_US =
      "data:text/javascript,process.stdin.on('end',()=>process.exit()).resume().unref()";

  private final Process process;
  private final int port;

  private NodeServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /// Starts a script with arguments that tell it to listen on 127.0.0.1 at port 0, and waits until
  /// it prints where it listens. What it prints later is read and thrown away.
  ///
  /// @param directory what it works in
  public static NodeServer start(Path script, Path directory, String... arguments) {
    try {
      Process process = node(script, directory, arguments);
      return new NodeServer(process, port(process));
    } catch (IOException e) {
      throw new IllegalStateException("Node.js cannot be started", e);
    }
  }

  private static Process node(Path script, Path directory, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("node", "--import", ENDS_WITH_US, script.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static int port(Process process) {
    CompletableFuture<Integer> port = new CompletableFuture<>();
    Thread.ofVirtual().name("node-output").start(() -> read(process, port));
    try {
      return port.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException("the server does not listen", e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /// To the end: a server whose output nobody reads would stop.
  private static void read(Process process, CompletableFuture<Integer> port) {
    StringBuilder printed = new StringBuilder();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher found = LISTENING.matcher(line);
        if (!port.isDone() && found.find()) {
          port.complete(Integer.valueOf(found.group(1)));
        } else if (!port.isDone()) {
          printed.append(line).append('\n');
        }
      }
    } catch (IOException ended) {
      printed.append(ended);
    }
    port.completeExceptionally(new IOException("it ended and had printed: " + printed));
  }

  /// Where it listens.
  public int port() {
    return port;
  }

  /// `http://127.0.0.1:` and the port.
  public String address() {
    return "http://127.0.0.1:" + port;
  }

  /// Ends the server at once, as a power cut would.
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
