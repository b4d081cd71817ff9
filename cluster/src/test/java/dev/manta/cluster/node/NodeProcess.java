package dev.manta.cluster.node;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.remote.NodeAddress;
import dev.manta.testkit.framework.QuickJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A node in a process of its own, which is killed and started again at the same port.
final class NodeProcess implements AutoCloseable {
  private final String name;
  private final String host;
  private final Function<List<String>, ProcessBuilder> starter;
  private final Path directory;
  private final int port;
  private final String print;
  private final String driver;
  private Process process;
  private Process next;

  private NodeProcess(
      String name, String host, Function<List<String>, ProcessBuilder> starter, Path directory)
      throws IOException {
    this(name, host, starter, directory, PinnedTls.ofProcess().print());
  }

  /// @param driver the print of the driver that it lets in
  NodeProcess(
      String name,
      String host,
      Function<List<String>, ProcessBuilder> starter,
      Path directory,
      String driver)
      throws IOException {
    this.name = name;
    this.host = host;
    this.starter = starter;
    this.directory = directory;
    this.driver = driver;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    this.print = NodeMain.newIdentity(directory);
    this.next = prepared();
    this.process = begun();
  }

  /// One on loopback.
  static NodeProcess start(String name) throws IOException {
    Path directory = Files.createTempDirectory("node-" + name);
    return new NodeProcess(name, "127.0.0.1", ProcessBuilder::new, directory);
  }

  private Process prepared() throws IOException {
    List<String> command = QuickJava.words();
    command.add("-Xmx256m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(NodeMain.class.getName(), name, directory.toString()));
    command.add(Path.of("target", "node-code-" + name).toAbsolutePath().toString());
    command.addAll(List.of(host, Integer.toString(port), driver));
    Process up = starter.apply(command).redirectErrorStream(true).start();
    awaitLine(up, "is up");
    return up;
  }

  private static BufferedReader awaitLine(Process process, String begin) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    while (line != null && !line.startsWith(begin)) {
      line = out.readLine();
    }
    return out;
  }

  private Process begun() throws IOException {
    Process begins = next;
    begins.getOutputStream().write('\n');
    begins.getOutputStream().flush();
    BufferedReader out = awaitLine(begins, "listens");
    Thread.ofVirtual().start(() -> show(out));
    return begins;
  }

  private void show(BufferedReader out) {
    try {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        System.err.println(name + ": " + line);
      }
    } catch (IOException closed) {
      // it has ended
    }
  }

  /// Ends it at once with nothing said. The next one is a JVM that is up before: how long that
  /// takes on a busy machine is not what is tested.
  void kill() throws IOException, InterruptedException {
    next = prepared();
    process.destroyForcibly().waitFor();
  }

  void startAgain() throws IOException {
    process = begun();
  }

  NodeAddress address() {
    return new NodeAddress(name, host, port, print);
  }

  NodeAddress address(int through) {
    return new NodeAddress(name, host, through, print);
  }

  int port() {
    return port;
  }

  Node node() {
    return new Node(name, Resources.cpus(2), List.of(), Map.of());
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    next.destroy();
    process.destroy();
    try {
      next.waitFor();
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    FileTree.delete(directory);
  }
}
