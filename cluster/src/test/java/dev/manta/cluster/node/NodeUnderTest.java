package dev.manta.cluster.node;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerVariables;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.link.LinkGuard;
import dev.manta.internal.link.LinkListener;
import dev.manta.internal.link.LinkPeer;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.remote.NodeAddress;
import dev.manta.internal.remote.RemoteCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A node in this process, at a port of loopback, that lets this process in as a driver.
final class NodeUnderTest implements BeforeEachCallback, AfterEachCallback, AutoCloseable {
  private static final Duration SAY_WITHIN = Duration.ofSeconds(5);

  private final String name;
  private final LinkGuard guard = new LinkGuard();
  private final PinnedTls tls = new PinnedTls(ProcessIdentity.create());
  private Path directory = Path.of("/nonexistent");
  private LinkTerms terms = LinkTerms.DEFAULT;
  private Path code = Path.of("target", "node-code-" + System.getProperty("test.fork", "fork1"));
  private NodeShares shares =
      (_, _) -> Optional.of(new NodeAllocation.Share(8, Resources.cpus(1), List.of()));
  private Optional<NodeAgent> agent = Optional.empty();
  private Optional<LinkListener> listener = Optional.empty();

  NodeUnderTest(String name) {
    this.name = name;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    open(Files.createTempDirectory("node"));
  }

  void shares(NodeShares now) {
    shares = now;
  }

  /// It keeps to these, from the next time that it is opened.
  void terms(LinkTerms now) {
    terms = now;
  }

  LinkTerms terms() {
    return terms;
  }

  /// Code is kept there, from the next time that it is opened.
  void code(Path now) {
    code = now;
  }

  void introduce(String print) {
    guard.introduce(print);
  }

  /// Ends the node that there is, and begins another.
  void reopen(Path at) {
    close();
    open(at);
  }

  void open(Path at) {
    directory = at;
    agent = Optional.of(new NodeAgent(settings(), shares));
    guard.introduce(PinnedTls.ofProcess().print());
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    listener = Optional.of(LinkListener.open(any, tls, guard, terms, this::serve));
  }

  /// Code is kept from one test to the next, as workers start from a cache of it.
  private NodeSettings settings() {
    return new NodeSettings(name, directory, code, Map.of());
  }

  private void serve(LinkPeer peer, ResumableLink link) {
    try {
      agent().serve(peer, link, Purpose.heard(link, SAY_WITHIN));
    } catch (IOException e) {
      link.close(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  NodeAgent agent() {
    return agent.orElseThrow();
  }

  int port() {
    return listener.orElseThrow().port();
  }

  NodeAddress address() {
    return address(port());
  }

  /// Where it is reached through a [Cable].
  NodeAddress address(int port) {
    return new NodeAddress(name, "127.0.0.1", port, tls.print());
  }

  Node node() {
    return new Node(name, Resources.cpus(8), List.of(), Map.of());
  }

  RemoteCluster cluster() {
    return cluster(port(), LinkTerms.DEFAULT);
  }

  /// The cluster of this node alone, through a port that leads to it.
  RemoteCluster cluster(int port, LinkTerms driverTerms) {
    var head = new FixedHead(List.of(node()), List.of(address(port)));
    return new RemoteCluster(head, PinnedTls.ofProcess(), driverTerms, _ -> {});
  }

  /// Claims capacity for the workers of the run that [#runSettings] describes.
  static Claim claim(RemoteCluster cluster, int workers, Consumer<Grant> granted) {
    var demand =
        new Demand(
            "run",
            workers,
            workers,
            Resources.cpus(1),
            Placement.SPREAD,
            Map.of(),
            Optional.empty(),
            Optional.empty());
    return cluster.claim(demand, granted);
  }

  /// Those of a run whose workers have the class path of this process.
  ///
  /// @param directory what workers keep below
  static GroupSettings runSettings(Path directory, int term, Duration lease) {
    return new GroupSettings(
        "run",
        new WorkerRuntime.Jvm(
            ClassPath.ofUser(ProgramLoader.current()), List.of("-XX:TieredStopAtLevel=1")),
        WorkerVariables.of(Map.of()),
        directory.toString(),
        term,
        Duration.ZERO,
        lease);
  }

  Path run(String run) {
    return directory.resolve("runs").resolve(run);
  }

  /// Where workers of its runs call.
  Set<Path> doors() throws IOException {
    Set<Path> doors = new HashSet<>();
    Path runs = directory.resolve("runs");
    if (Files.isDirectory(runs)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(runs)) {
        for (Path run : all) {
          if (Files.exists(run.resolve("door"))) {
            doors.add(Path.of(Files.readString(run.resolve("door"))));
          }
        }
      }
    }
    return doors;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    agent.ifPresent(NodeAgent::close);
    listener.ifPresent(LinkListener::close);
    FileTree.delete(directory);
  }
}
