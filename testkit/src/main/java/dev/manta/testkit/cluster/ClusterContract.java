package dev.manta.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.NodePart;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What every [Cluster] must do; each implementation extends this class, or
/// [ProcessClusterContract] where its workers are processes.
///
/// After each test the cluster is closed, and all news of all groups must have come as [WorkerNews]
/// says: first that a worker is up, then its frames, last that it is gone, and never from two
/// threads at once.
@Timeout(300)
public abstract class ClusterContract {
  private static final int MANY = 2_000;
  private static final String LARGE = "words with \u00fcmlauts ".repeat(300_000);

  @TempDir Path directory;

  private final List<RunUnderTest> runs = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private @Nullable Cluster cluster;

  /// A cluster that has no runs yet. The suite closes it.
  protected abstract Cluster newCluster();

  /// Where the workers' node has the files of a run, whose directory at the driver this is.
  protected Path onNode(Path run) {
    return run;
  }

  /// Options of the workers' JVMs: these live for a second and need no optimising compiler.
  protected List<String> jvmOptions() {
    return List.of("-XX:TieredStopAtLevel=1", "-Xmx256m");
  }

  @BeforeEach
  void makeCluster() {
    cluster = newCluster();
  }

  @AfterEach
  void everyWorkerIsGoneAndAllNewsCameInItsOrder() {
    claims.forEach(Claim::close);
    cluster().close();
    for (RunUnderTest run : runs) {
      assertThat(run.news().violations()).isEmpty();
    }
  }

  final Cluster cluster() {
    return Objects.requireNonNull(cluster);
  }

  /// Opens a run of its own, whose workers end with their controller.
  final RunUnderTest open(String run) {
    return open(cluster(), settings(run, 1, Duration.ZERO));
  }

  final RunUnderTest open(Cluster on, GroupSettings settings) {
    var news = new RecordedNews();
    Grant grant = granted(on, settings.run());
    String node = grant.parts().getFirst().node().name();
    var opened =
        new RunUnderTest(on.open(grant, settings, news), news, Path.of(settings.directory()), node);
    runs.add(opened);
    return opened;
  }

  /// What a cluster grants a run that wants little.
  private Grant granted(Cluster on, String run) {
    var granted = new LinkedBlockingQueue<Grant>();
    claims.add(on.claim(demand(run), granted::add));
    try {
      return Objects.requireNonNull(granted.poll(30, TimeUnit.SECONDS), "nothing was granted");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Demand demand(String run) {
    return new Demand(
        run, 1, 1, Resources.cpus(1), Placement.PACK, Map.of(), Optional.empty(), Optional.empty());
  }

  final GroupSettings settings(String run, int term, Duration orphanLimit) {
    return new GroupSettings(
        run,
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1)),
        jvmOptions(),
        WorkerVariables.of(Map.of(ContractFunctions.VARIABLE, "of " + run)),
        directory.resolve(run).toString(),
        term,
        orphanLimit);
  }

  static ContractFunctions.Words words(String text) {
    return new ContractFunctions.Words(text, 0);
  }

  @Test
  void aClusterHasNodesWithNamesAndCores() {
    assertThat(cluster().nodes()).isNotEmpty();
    assertThat(cluster().nodes()).extracting(Node::name).doesNotHaveDuplicates();
    assertThat(cluster().nodes()).allMatch(node -> node.total().cpus() > 0);
  }

  @Test
  void whatIsGrantedIsPartOfNodesThatAreThere() {
    Grant grant = granted(cluster(), "run");
    assertThat(grant.version()).isPositive();
    assertThat(grant.parts()).isNotEmpty();
    for (NodePart part : grant.parts()) {
      assertThat(cluster().nodes()).extracting(Node::name).contains(part.node().name());
      assertThat(part.own().cpus()).isBetween(1.0, part.node().total().cpus());
    }
  }

  @Test
  void aClaimIsGivenBackOnceAndTheNextRunHasItsOwn() {
    granted(cluster(), "one");
    claims.forEach(Claim::close);
    claims.forEach(Claim::close);
    assertThat(granted(cluster(), "two").parts()).isNotEmpty();
  }

  @Test
  void everyWorkerConnectsAndAnswersForItself() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1", "w2");
    for (int worker = 0; worker < 3; worker++) {
      assertThat(run.ping("w" + worker, 100 + worker)).isEqualTo(100 + worker);
    }
  }

  @Test
  void framesOfAWorkerComeInTheirOrder() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1");
    for (int id = 0; id < MANY; id++) {
      run.send("w0", new ToWorker.Ping(id));
      run.send("w1", new ToWorker.Ping(-id));
    }
    assertThat(pongs(run, "w0")).containsExactlyElementsOf(upTo(1));
    assertThat(pongs(run, "w1")).containsExactlyElementsOf(upTo(-1));
  }

  private static List<Long> upTo(int sign) {
    return LongStream.range(0, MANY).map(id -> sign * id).boxed().toList();
  }

  private static List<Long> pongs(RunUnderTest run, String worker) throws InterruptedException {
    List<Long> ids = new ArrayList<>();
    while (ids.size() < MANY) {
      ids.add(run.news().said(worker, ToController.Pong.class).id());
    }
    return ids;
  }

  @Test
  void aFrameOfMegabytesArrivesUnalteredBothWays() throws Exception {
    RunUnderTest run = open("run").with("w0");
    run.begin("w0", "echo", words(LARGE));
    assertThat(run.returned("w0", String.class).equals(LARGE)).isTrue();
  }

  @Test
  void aFrameWithNothingInItArrives() throws Exception {
    RunUnderTest run = open("run").with("w0");
    run.begin("w0", "echo", words(""));
    assertThat(run.returned("w0", String.class)).isEmpty();
  }

  @Test
  void noBytesAreNoFrameAndDoNotEndTheConversation() throws Exception {
    RunUnderTest run = open("run").with("w0");
    run.group().send("w0", new byte[0]);
    assertThat(run.ping("w0", 5)).isEqualTo(5);
  }

  @Test
  void aWorkerThatIsToldToLeaveIsGoneWithStatusZero() throws Exception {
    RunUnderTest run = open("run").with("w0");
    run.send("w0", new ToWorker.Leave());
    assertThat(run.news().gone("w0").exit()).isEqualTo(new Exit.Status(0));
  }

  @Test
  void aKilledWorkerIsGoneOnceAndASecondKillDoesNothing() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1");
    run.group().kill("w0");
    run.group().kill("w0");
    assertThat(run.news().gone("w0").exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    run.group().kill("w0");
    assertThat(run.ping("w1", 1)).isEqualTo(1);
    run.group().close();
    assertThat(run.news().of("w0").getLast()).isInstanceOf(WorkerNews.Gone.class);
  }

  @Test
  void goneIsTheLastNewsOfAWorkerThatIsKilledWhileItTalks() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1");
    for (int id = 0; id < MANY; id++) {
      run.send("w0", new ToWorker.Ping(id));
      run.send("w1", new ToWorker.Ping(id));
    }
    run.group().kill("w0");
    run.group().kill("w1");
    run.news().gone("w0");
    run.news().gone("w1");
    run.group().close();
    assertThat(run.news().violations()).isEmpty();
  }

  @Test
  void aFrameToAWorkerThatIsGoneOrWasNeverThereDoesNothing() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1");
    run.group().kill("w0");
    run.news().gone("w0");
    for (int id = 0; id < MANY; id++) {
      run.send("w0", new ToWorker.Ping(id));
    }
    run.send("w9", new ToWorker.Ping(1));
    run.group().kill("w9");
    assertThat(run.ping("w1", 1)).isEqualTo(1);
    run.group().close();
    assertThat(run.news().of("w0").getLast()).isInstanceOf(WorkerNews.Gone.class);
    assertThat(run.news().workers()).containsExactlyInAnyOrder("w0", "w1");
  }

  @Test
  void aWorkerThatIsKilledBeforeItIsUpIsGoneAllTheSame() throws Exception {
    RunUnderTest run = open("run");
    run.group().start(run.worker("w0", 0));
    run.group().kill("w0");
    assertThat(run.news().gone("w0").worker()).isEqualTo("w0");
  }

  @Test
  void aWorkerWhoseDirectoriesCannotBeMadeWasNeverStarted() throws Exception {
    RunUnderTest run = open("run");
    Files.createDirectories(onNode(run.directory()));
    Files.writeString(onNode(run.directory()).resolve("work"), "a file in the way");
    run.group().start(run.worker("w0", 0));
    var gone = run.news().next("w0", WorkerNews.Gone.class);
    assertThat(gone.exit()).isInstanceOf(Exit.NotStarted.class);
    assertThat(gone.exit().toString()).contains("work");
  }

  @Test
  void aNameIsNotUsedTwice() throws Exception {
    RunUnderTest run = open("run").with("w0");
    assertThatThrownBy(() -> run.group().start(run.worker("w0", 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("w0");
    assertThat(run.ping("w0", 1)).isEqualTo(1);
  }

  @Test
  void thereIsNoNewsOfAWorkerThatIsOnlyMadeReady() throws Exception {
    RunUnderTest run = open("run");
    run.group().ready(run.worker("w0", 0));
    run.group().start(run.worker("w1", 1));
    run.news().next("w1", WorkerNews.Connected.class);
    assertThat(run.news().workers()).containsExactly("w1");
    run.group().start(run.worker("w0", 0));
    run.news().next("w0", WorkerNews.Connected.class);
  }

  @Test
  void twoRunsOfOneClusterDoNotSeeEachOther() throws Exception {
    RunUnderTest one = open("one").with("w0");
    RunUnderTest two = open("two").with("w0");
    assertThat(one.ping("w0", 1)).isEqualTo(1);
    one.group().close();
    assertThat(one.news().gone("w0").worker()).isEqualTo("w0");
    assertThat(two.ping("w0", 2)).isEqualTo(2);
    assertThat(two.news().of("w0")).noneMatch(WorkerNews.Gone.class::isInstance);
  }

  @Test
  void aWorkerThatNeverCameUpIsFencedByItsName() throws Exception {
    RunUnderTest run = open("run");
    run.group().fence(run.worker("w0", 0), 0);
    run.news().next("w0", WorkerNews.Gone.class);
  }

  @Test
  void adoptingAWorkerThatNeverCameToBeStartsIt() throws Exception {
    RunUnderTest run = open("run");
    run.group().adopt(run.worker("w0", 0), 0);
    run.news().next("w0", WorkerNews.Connected.class);
    assertThat(run.ping("w0", 1)).isEqualTo(1);
  }

  @Test
  void givingUpSaysWhatCanBeDone() throws Exception {
    RunUnderTest run = open("run").with("w0");
    run.group().kill("w0");
    assertThat(run.group().giveUp(run.worker("w0", 0), run.pid("w0"))).isNotBlank();
    run.news().gone("w0");
    assertThat(run.group().giveUp(run.worker("w9", 9), 0)).isNotBlank();
  }

  @Test
  void nothingIsKnownOfTheWorkOfAWorkerThatWasNeverStarted() {
    assertThat(open("run").group().isBusy("w9")).isFalse();
  }

  @Test
  void whenAGroupIsClosedAllItsWorkersAreGone() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1");
    run.group().start(run.worker("w2", 2));
    run.group().close();
    for (String worker : List.of("w0", "w1", "w2")) {
      assertThat(run.news().of(worker).getLast()).isInstanceOf(WorkerNews.Gone.class);
    }
    run.group().close();
  }

  @Test
  void whenAClusterIsClosedTheWorkersOfAllItsRunsAreGone() throws Exception {
    RunUnderTest one = open("one").with("w0");
    RunUnderTest two = open("two").with("w0");
    cluster().close();
    assertThat(one.news().of("w0").getLast()).isInstanceOf(WorkerNews.Gone.class);
    assertThat(two.news().of("w0").getLast()).isInstanceOf(WorkerNews.Gone.class);
  }
}
