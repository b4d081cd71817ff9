package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.cluster.daemon.Described;
import dev.manta.internal.head.ClusterStatus;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import dev.manta.internal.link.TokenFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;

/// Real daemons on loopback, started as users start them, each in a data directory of its own.
final class TestNodes implements AutoCloseable {
  private final Path root;
  private final List<DataDirectory> directories = new ArrayList<>();

  TestNodes(Path root) {
    this.root = root;
  }

  DataDirectory directory(String name) {
    return new DataDirectory(root.resolve(name));
  }

  /// What a command prints; it must end well.
  String head(String name, String... more) {
    List<String> words = new ArrayList<>(List.of("--head", "--port", "0"));
    words.addAll(List.of(more));
    Ran ran = start(name, words);
    assertThat(ran.status()).as(ran.printed()).isZero();
    return ran.printed();
  }

  String node(String name, String head, String... more) {
    Ran ran = tryNode(name, head, more);
    assertThat(ran.status()).as(ran.printed()).isZero();
    return ran.printed();
  }

  Ran tryNode(String name, String head, String... more) {
    DataDirectory of = directory(head);
    List<String> words = new ArrayList<>(List.of("--address", address(head)));
    words.addAll(List.of("--token-file", of.joinToken().toString()));
    words.addAll(List.of(more));
    return start(name, words);
  }

  /// What a command printed, and its exit status.
  record Ran(int status, String printed) {}

  private Ran start(String name, List<String> more) {
    DataDirectory directory = directory(name);
    directories.add(directory);
    List<String> words = new ArrayList<>(List.of("--data-dir", directory.root().toString()));
    words.addAll(more);
    if (!words.contains("--name")) {
      words.addAll(List.of("--name", name));
    }
    if (!words.contains("--host")) {
      words.addAll(List.of("--host", "127.0.0.1"));
    }
    words.addAll(List.of("--cpus", "2", "--gpus", "0"));
    return run(new StartCommand(), words);
  }

  static Ran run(Object command, List<String> words) {
    var printed = new StringWriter();
    var writer = new PrintWriter(printed, true);
    int status =
        new CommandLine(command)
            .setOut(writer)
            .setErr(writer)
            .setExecutionExceptionHandler(
                (failure, _, _) -> {
                  writer.println(failure.getMessage());
                  return 1;
                })
            .execute(words.toArray(String[]::new));
    return new Ran(status, printed.toString());
  }

  Described ready(String name) {
    return new DaemonAt(directory(name)).described().orElseThrow();
  }

  String address(String name) {
    return ready(name).find("address").orElseThrow();
  }

  long pid(String name) {
    return new DaemonAt(directory(name)).pid().orElseThrow();
  }

  /// A driver's link with the head.
  HeadLink link(String name, List<String> told) {
    LinkToken token = new TokenFile(directory(name).userToken()).read();
    var tls = new PinnedTls(ProcessIdentity.create());
    return HeadLink.call(HeadAddress.parse(address(name), token.print()), token, tls, told::add)
        .connected(Duration.ofSeconds(20));
  }

  /// Waits until the head shows a node in a state.
  static void awaitState(HeadLink link, String node, String state) {
    await(
        Duration.ofSeconds(60),
        () -> link.status().nodes().stream().anyMatch(line -> isIn(line, node, state)));
  }

  private static boolean isIn(ClusterStatus.NodeLine line, String node, String state) {
    return line.node().name().equals(node) && line.state().equals(state);
  }

  static void await(Duration limit, BooleanSupplier until) {
    long end = System.nanoTime() + limit.toNanos();
    while (!until.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for " + limit).isLessThan(end);
      LockSupport.parkNanos(50_000_000);
    }
  }

  /// Ends a daemon and its supervisor at once, as when a machine dies.
  void kill(String name) {
    ProcessHandle daemon = ProcessHandle.of(pid(name)).orElseThrow();
    daemon.parent().ifPresent(ProcessHandle::destroyForcibly);
    daemon.destroyForcibly();
  }

  @Override
  public void close() {
    for (DataDirectory directory : directories) {
      new DaemonAt(directory).pid().ifPresent(TestNodes::end);
    }
  }

  private static void end(long pid) {
    ProcessHandle daemon = ProcessHandle.of(pid).orElseThrow();
    daemon.parent().ifPresent(ProcessHandle::destroyForcibly);
    daemon.destroyForcibly();
  }
}
