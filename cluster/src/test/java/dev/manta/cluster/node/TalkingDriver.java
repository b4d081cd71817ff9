package dev.manta.cluster.node;

import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.code.Code;
import dev.manta.internal.link.LinkTarget;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.MessageBatch;
import dev.manta.internal.remote.ToNode;
import dev.manta.internal.remote.ToNodeCodec;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A driver that says to a node what a test wants; its program has no code.
final class TalkingDriver implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ResumableLink link;
  private final Deque<FromNode> heard = new ArrayDeque<>();

  /// @param tls who it is
  TalkingDriver(NodeUnderTest node, PinnedTls tls) throws Exception {
    node.introduce(tls.print());
    var at = new InetSocketAddress("127.0.0.1", node.port());
    var target = LinkTarget.introduced(at, node.address().print());
    link = ResumableLink.call(target, tls, node.terms(), _ -> {});
    link.send(Purpose.NODE.frame(ToNode.VERSION));
    say(new ToNode.Hello(Runtime.version().feature(), "usual"));
    say(new ToNode.Prepare(0, new Code(List.of())));
  }

  void say(ToNode... messages) throws Exception {
    link.send(MessageBatch.write(Stream.of(messages).map(ToNodeCodec::write).toList()));
  }

  /// Opens a run as its only group.
  void open(String run, int term) throws Exception {
    open(run, term, Duration.ZERO);
  }

  /// @param lease zero where the node needs none
  void open(String run, int term, Duration lease) throws Exception {
    var terms = new ToNode.RunTerms(run, term, Duration.ofSeconds(10), lease);
    var start =
        new ToNode.Start(
            new ToNode.Workers.Jvms(List.of("-agent")),
            WorkerVariables.of(Map.of()),
            Map.of(),
            "/nonexistent");
    say(new ToNode.Open(1, terms, 0, 0, start, Optional.empty()));
  }

  /// The next of its kind; others before it are passed over.
  <T extends FromNode> T next(Class<T> kind) throws Exception {
    while (true) {
      FromNode next = next();
      if (kind.isInstance(next)) {
        return kind.cast(next);
      }
    }
  }

  FromNode next() throws Exception {
    while (heard.isEmpty()) {
      heard.addAll(MessageBatch.fromNode(link.receive(SOON).orElseThrow()));
    }
    return heard.removeFirst();
  }

  /// Whether its group answers.
  boolean isAnswered() throws Exception {
    say(new ToNode.AskBusy(1, "w0"));
    while (true) {
      FromNode next = next();
      if (next instanceof FromNode.IsBusy || next instanceof FromNode.Refused) {
        return next instanceof FromNode.IsBusy;
      }
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
