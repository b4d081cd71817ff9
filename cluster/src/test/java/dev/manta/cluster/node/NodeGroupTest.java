package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Resources;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.internal.code.Code;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.ToNode;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// What a node says of runs that are opened, refused, taken over and closed; none of them has
/// workers.
@Timeout(300)
class NodeGroupTest {
  private static final Optional<NodeAllocation.Share> SHARE =
      Optional.of(new NodeAllocation.Share(8, Resources.cpus(1), List.of()));

  @RegisterExtension final NodeUnderTest node = new NodeUnderTest("near");

  @TempDir Path directory;

  private final PinnedTls first = new PinnedTls(ProcessIdentity.create());
  private final PinnedTls second = new PinnedTls(ProcessIdentity.create());

  private void shares(NodeShares shares) {
    node.shares(shares);
    node.reopen(directory.resolve("node"));
  }

  @Test
  void aRunThatWasRefusedIsOpenedOverTheSameLinkOnceItHasAPart() throws Exception {
    var granted = new AtomicBoolean();
    shares((_, _) -> granted.get() ? SHARE : Optional.empty());
    try (var driver = new TalkingDriver(node, first)) {
      driver.open("run", 1);
      assertThat(driver.next(FromNode.Refused.class).why()).contains("no part of node near");
      granted.set(true);
      driver.open("run", 1);
      driver.next(FromNode.Opened.class);
      assertThat(driver.isAnswered()).isTrue();
    }
  }

  @Test
  void aRunThatWasClosedBeginsAnewFromAnotherProcess() throws Exception {
    try (var driver = new TalkingDriver(node, first)) {
      driver.open("run", 3);
      driver.next(FromNode.Opened.class);
      assertThat(node.run("run").resolve("term")).exists();
      driver.say(new ToNode.Close(1));
      driver.next(FromNode.Closed.class);
      assertThat(node.run("run").resolve("term")).doesNotExist();
    }
    try (var driver = new TalkingDriver(node, second)) {
      driver.open("run", 1);
      driver.next(FromNode.Opened.class);
    }
  }

  @Test
  void aDriverOfAnotherRunTakesNothing() throws Exception {
    Map<String, String> introduced = Map.of("own", first.print(), "other", second.print());
    shares((run, print) -> print.equals(introduced.get(run)) ? SHARE : Optional.empty());
    try (var driver = new TalkingDriver(node, first);
        var other = new TalkingDriver(node, second)) {
      driver.open("own", 1);
      driver.next(FromNode.Opened.class);
      other.open("own", Integer.MAX_VALUE);
      assertThat(other.next(FromNode.Refused.class).why()).contains("run own has no part");
      assertThat(driver.isAnswered()).isTrue();
      assertThat(node.run("own").resolve("term")).hasContent("1 " + first.print());
    }
  }

  @Test
  void aDriverHearsThatALaterControllerHasItsRun() throws Exception {
    try (var driver = new TalkingDriver(node, first);
        var later = new TalkingDriver(node, second)) {
      driver.open("run", 1);
      driver.next(FromNode.Opened.class);
      later.open("run", 2);
      later.next(FromNode.Opened.class);
      assertThat(driver.next(FromNode.Refused.class).why()).contains("controller 2");
      assertThat(later.isAnswered()).isTrue();
    }
  }

  @Test
  void aDriverHearsThatItsRunHasLostItsPart() throws Exception {
    try (var driver = new TalkingDriver(node, first)) {
      driver.open("run", 1);
      driver.next(FromNode.Opened.class);
      node.agent().end("run");
      assertThat(driver.next(FromNode.Refused.class).why()).contains("lost its part");
    }
  }

  @Test
  void aGroupWhoseLinkIsLostWhileItIsOpenedDoesNotTakeTheRunFromItsSuccessor() throws Exception {
    var opening = new CompletableFuture<Thread>();
    var proceed = new CountDownLatch(1);
    shares(
        (_, _) -> {
          if (opening.complete(Thread.currentThread())) {
            await(proceed);
          }
          return SHARE;
        });
    Thread late;
    try (var lost = new TalkingDriver(node, first)) {
      lost.next(FromNode.Prepared.class);
      lost.open("run", 1);
      late = opening.get();
    }
    try (var driver = new TalkingDriver(node, first)) {
      driver.open("run", 1);
      driver.next(FromNode.Opened.class);
      proceed.countDown();
      late.join();
      assertThat(driver.isAnswered()).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aTalkThatFailsEndsItsLink() throws Exception {
    FileSystem gone =
        FileSystems.newFileSystem(directory.resolve("code.zip"), Map.of("create", "true"));
    node.code(gone.getPath("/code"));
    node.reopen(directory.resolve("node"));
    gone.close();
    try (var driver = new TalkingDriver(node, first)) {
      var entry = new Code.Entry("a.jar", "ab".repeat(32), 3);
      driver.say(new ToNode.Prepare(1, new Code(List.of(entry))));
      assertThatThrownBy(() -> driver.next(FromNode.NotPrepared.class))
          .isInstanceOf(LinkLost.class)
          .hasMessageContaining("node near has failed");
    }
  }

  @Test
  void whatWasToldBeforeANodeStopsIsHeard() throws Exception {
    int questions = 5_000;
    node.terms(LinkTerms.DEFAULT.withWindow(1, 1));
    var heardAll = new CountDownLatch(1);
    shares(
        (_, _) -> {
          heardAll.countDown();
          return Optional.empty();
        });
    try (var driver = new TalkingDriver(node, first)) {
      driver.say(
          IntStream.rangeClosed(1, questions)
              .mapToObj(question -> new ToNode.Look(question, 0))
              .toArray(ToNode[]::new));
      driver.open("run", 1);
      heardAll.await();
      Thread.ofVirtual().start(node.agent()::close).join(Duration.ofMillis(200));
      int last = 0;
      while (last < questions) {
        last = driver.next(FromNode.Looked.class).question();
      }
    }
  }
}
