package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.member.Membership;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two daemons in this process. Pekko sometimes does not close what a daemon had opened as a
/// member; that daemon ends with an error, and is started again here as its supervisor would do.
@Timeout(300)
class RejoinTest {
  @TempDir Path root;

  private final Map<String, Daemon> daemons = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();

  private void start(String name, Map<String, String> settings) throws IOException {
    var directory = new DataDirectory(Files.createDirectories(root.resolve(name)));
    Map<String, String> all = new TreeMap<>(settings);
    all.put(DaemonSettings.HOST, "127.0.0.1");
    directory.keep(directory.settings(), new Described(all).bytes());
    daemons.put(name, daemon(name));
    threads.add(Thread.ofPlatform().daemon().start(() -> supervise(name)));
  }

  private Daemon daemon(String name) {
    return new Daemon(
        new DataDirectory(root.resolve(name)),
        new Node(name, Resources.cpus(1), List.of(), Map.of()));
  }

  private void supervise(String name) {
    boolean again = false;
    try {
      while (true) {
        try {
          now(name).takePart(again);
        } catch (MantaException _) {
          now(name).stop();
          daemons.put(name, daemon(name));
          again = true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Daemon now(String name) {
    return Objects.requireNonNull(daemons.get(name));
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
    for (Daemon daemon : daemons.values()) {
      daemon.stop();
    }
  }

  private void awaitBothAreMembers() throws InterruptedException {
    while (now("a").count() != 2 || now("b").count() != 2) {
      Thread.sleep(20);
    }
  }

  @Test
  void aDaemonWhoseMembershipWasEndedContinuesAndIsAMemberAgain() throws Exception {
    start("a", Map.of(DaemonSettings.HEAD, "true"));
    while (now("a").count() != 1) {
      Thread.sleep(20);
    }
    Files.createDirectories(root.resolve("b"));
    Files.copy(root.resolve("a/join.token"), root.resolve("b/join.token"));
    start("b", Map.of(DaemonSettings.ADDRESS, now("a").heads().getFirst().text()));
    awaitBothAreMembers();
    Membership ended = now("b").membership();
    now("a").membership().bury(ended.place());
    while (now("b").membership() == ended) {
      Thread.sleep(20);
    }
    awaitBothAreMembers();
    assertThat(now("b").membership().head()).contains("a");
  }
}
