package dev.manta.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.code.PackedCode;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What nodes are told of a run.
class RemoteGroupTest {
  private static final WorkerSpec WORKER = new WorkerSpec("w0", "b", 1, 0);

  @TempDir Path directory;

  private final List<WorkerNews> news = new ArrayList<>();

  /// Knows no node, so that none is called.
  private static final class NoHead implements HeadCalls {
    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public Claim claim(Demand demand, Consumer<Grant> granted) {
      throw new UnsupportedOperationException("there is nothing to claim");
    }

    @Override
    public Optional<NodeAddress> address(String node) {
      return Optional.empty();
    }

    @Override
    public void lost(Set<String> nodes) {}

    @Override
    public void close() {}
  }

  private RemoteGroup group(Duration lease) throws IOException {
    var settings =
        new GroupSettings(
            "run",
            new WorkerRuntime.Jvm(List.of(), List.of()),
            WorkerVariables.of(Map.of()),
            directory.toString(),
            1,
            Duration.ZERO,
            lease);
    var driver =
        new RemoteDriver(
            new NoHead(),
            PinnedTls.ofProcess(),
            LinkTerms.DEFAULT,
            new RemoteCodes(),
            _ -> {},
            () -> {});
    var call = new NodeCall("b", driver);
    var code = new RemoteCode(0, PackedCode.of(List.of(), directory), 0);
    return new RemoteGroup(1, code, settings, news::add, _ -> call, _ -> {});
  }

  private static Optional<List<String>> kept(List<ToNode> told) {
    return told.stream()
        .filter(ToNode.Open.class::isInstance)
        .map(ToNode.Open.class::cast)
        .findFirst()
        .orElseThrow()
        .kept();
  }

  @Test
  void aNodeThatIsCalledForTheFirstTimeEndsNobody() throws Exception {
    RemoteGroup group = group(Duration.ofSeconds(15));
    group.start(WORKER);
    assertThat(kept(group.opening("b", false))).isEmpty();
  }

  @Test
  void aNodeThatWasForgottenMeanwhileEndsWhoWasCutOffBeforeThatIsTold() throws Exception {
    RemoteGroup group = group(Duration.ofSeconds(15));
    group.start(WORKER);
    group.lost("b", "silent", false);
    assertThat(news)
        .containsExactly(new WorkerNews.Gone("w0", new Exit.Unreachable("b", "silent"), ""));
    assertThat(kept(group.opening("b", false))).hasValue(List.of());
    group.hear("b", new FromNode.Opened(1));
    assertThat(news).last().isEqualTo(new WorkerNews.Gone("w0", new Exit.Unseen(), ""));
  }

  @Test
  void aNodeThatIsLostAgainBeforeItHasEndedAnybodyIsToldSoAgain() throws Exception {
    RemoteGroup group = group(Duration.ofSeconds(15));
    group.start(WORKER);
    group.lost("b", "silent", false);
    assertThat(kept(group.opening("b", false))).hasValue(List.of());
    group.lost("b", "silent", false);
    assertThat(kept(group.opening("b", false))).hasValue(List.of());
  }
}
