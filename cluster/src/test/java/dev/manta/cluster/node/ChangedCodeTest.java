package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.remote.NodeAddress;
import dev.manta.internal.remote.RemoteCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A jar that is built anew while its program runs.
@Timeout(300)
class ChangedCodeTest {
  @RegisterExtension final NodeUnderTest near = new NodeUnderTest("near");

  @TempDir Path directory;

  private final NodeUnderTest far = new NodeUnderTest("far");
  private final BlockingQueue<WorkerNews> news = new LinkedBlockingQueue<>();

  private static void build(Path jar, String content) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("model.txt"));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private RemoteCluster cluster(Cable cable) {
    List<NodeAddress> addresses = List.of(near.address(), far.address(cable.port()));
    return new RemoteCluster(
        new FixedHead(List.of(near.node(), far.node()), addresses),
        PinnedTls.ofProcess(),
        LinkTerms.DEFAULT,
        _ -> {});
  }

  private WorkerGroup open(RemoteCluster cluster, Path jar) {
    var settings =
        new GroupSettings(
            "run",
            List.of(jar.toString()),
            List.of("-XX:TieredStopAtLevel=1"),
            WorkerVariables.of(Map.of()),
            directory.toString(),
            1,
            Duration.ZERO);
    Grant grant = Grant.all(1, List.of(near.node()));
    return cluster.open(grant, settings, news::add);
  }

  private String refusal() throws InterruptedException {
    WorkerNews next = Objects.requireNonNull(news.poll(60, TimeUnit.SECONDS), "no news");
    while (!(next instanceof WorkerNews.Gone)) {
      next = Objects.requireNonNull(news.poll(60, TimeUnit.SECONDS), "no news");
    }
    Exit exit = ((WorkerNews.Gone) next).exit();
    assertThat(exit).isInstanceOf(Exit.NotStarted.class);
    return exit.toString();
  }

  @Test
  void aJarThatIsBuiltAnewWhileItsProgramRunsIsOneErrorThatNamesItAndIsNotSentAgain()
      throws Exception {
    Path jar = directory.resolve("model.jar");
    build(jar, "the first");
    far.code(directory.resolve("far-code"));
    far.open(Files.createDirectory(directory.resolve("far")));
    try (far;
        var cable = new Cable(far.port());
        var cluster = cluster(cable);
        var _ = NodeUnderTest.claim(cluster, 2, _ -> {})) {
      WorkerGroup group = open(cluster, jar);
      group.start(new WorkerSpec("w0", "near", 1, 0));
      Objects.requireNonNull(news.poll(60, TimeUnit.SECONDS), "no news");
      build(jar, "the other");
      group.start(new WorkerSpec("w1", "far", 1, 1));
      assertThat(refusal()).contains(jar + " was changed").contains("start the program again");
      int calls = cable.calls();
      group.start(new WorkerSpec("w2", "far", 1, 1));
      assertThat(refusal()).contains(jar + " was changed");
      Thread.sleep(2_500);
      assertThat(cable.calls()).isEqualTo(calls);
    }
  }
}
