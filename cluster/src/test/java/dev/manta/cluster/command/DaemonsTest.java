package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkEnd;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkTarget;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.link.TokenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// One cluster of a head and a node for all tests, as starting daemons costs seconds; those that
/// end parts of it come last.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DaemonsTest {
  private static final List<String> DESCRIBED =
      List.of(
          "--data-host",
          "127.0.0.1",
          "--memory",
          "3g",
          "--resources",
          "tpu=2",
          "--labels",
          "zone=eu");

  @TempDir static Path root;

  private static TestNodes nodes;
  private static String printed;

  private final List<String> told = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void aHeadAndANode() {
    nodes = new TestNodes(root);
    printed = nodes.head("a", "--storage", "/shared/runs", "--dashboard-port", "0");
    nodes.node("b", "a", DESCRIBED.toArray(String[]::new));
  }

  @AfterAll
  static void nothingIsLeft() {
    nodes.close();
  }

  static Demand demand(String run, int workers) {
    return new Demand(
        run,
        workers,
        workers,
        Resources.cpus(1),
        Placement.PACK,
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  @Order(1)
  void startPrintsTheLineForTheOthers() {
    String at = nodes.address("a").replace("manta://", "");
    assertThat(printed)
        .contains("manta start --address " + at, "join.token", "MANTA_ADDRESS=manta://" + at);
  }

  @Test
  @Order(2)
  void statusShowsBothNodes() {
    var ran =
        TestNodes.run(
            new StatusCommand(), List.of("--data-dir", nodes.directory("a").root().toString()));
    assertThat(ran.status()).as(ran.printed()).isZero();
    assertThat(ran.printed()).contains("a (head)", "b ", "up");
    try (HeadLink link = nodes.link("a", told)) {
      assertThat(link.nodes()).hasSize(2).allMatch(node -> node.total().cpus() == 2);
      assertThat(link.storage()).isEqualTo("/shared/runs");
      assertThat(link.address("b").orElseThrow().print())
          .isEqualTo(nodes.ready("b").find("print").orElseThrow());
    }
  }

  @Test
  @Order(2)
  void statusAsJsonSaysWhatTheNodeWasStartedWith() {
    var ran =
        TestNodes.run(
            new StatusCommand(),
            List.of("--json", "--data-dir", nodes.directory("a").root().toString()));
    assertThat(ran.status()).as(ran.printed()).isZero();
    assertThat(ran.printed()).contains("\"head\":\"a\"", "\"tpu\":2", "\"zone\":\"eu\"");
    assertThat(ran.printed()).contains("\"memoryBytes\":" + (3L << 30));
  }

  @Test
  @Order(2)
  void theDashboardOfTheHeadShowsTheCluster() throws Exception {
    String link = printedLink();
    String token = link.substring(link.indexOf("token=") + "token=".length());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(link).resolve("/api/cluster"))
            .header("Authorization", "Bearer " + token)
            .build();
    String answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();

    assertThat(answer).contains("\"head\":\"a\"", "\"name\":\"b\"", "\"claims\":[]");
    assertThat(Files.getPosixFilePermissions(nodes.directory("a").dashboard()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  private static String printedLink() {
    return printed
        .lines()
        .filter(line -> line.contains("dashboard"))
        .map(line -> line.substring(line.indexOf("http")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Order(2)
  void theClusterIsSeenInABrowser() throws Exception {
    Path browser = Path.of("/usr/bin/chromium");
    Assumptions.assumeTrue(Files.isExecutable(browser), "no browser: this test needs chromium");
    for (String size : List.of("1280,900", "500,900")) {
      assertThat(seen(browser, size)).contains("a (head)", "CPU cores", "No run asks for workers.");
    }
  }

  /// The page as it is drawn; a picture of it is in `target/screenshots`.
  private static String seen(Path browser, String size) throws Exception {
    Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
    Path page = root.resolve("page.html");
    var process =
        new ProcessBuilder(
                browser.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--user-data-dir=" + root.resolve("browser"),
                "--window-size=" + size,
                "--virtual-time-budget=5000",
                "--dump-dom",
                "--screenshot=" + pictures.resolve("cluster-" + size + ".png").toAbsolutePath(),
                printedLink() + "#/cluster")
            .redirectOutput(page.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readString(page);
  }

  @Test
  @Order(3)
  void aClaimIsGrantedAnotherWaitsAndAnImpossibleOneIsRefused() throws Exception {
    BlockingQueue<Grant> first = new LinkedBlockingQueue<>();
    BlockingQueue<Grant> second = new LinkedBlockingQueue<>();
    try (HeadLink link = nodes.link("a", told)) {
      Claim digits = link.claim(demand("digits", 3), first::add);
      assertThat(first.poll().parts()).hasSize(2);
      try (Claim words = link.claim(demand("words", 2), second::add)) {
        assertThat(words).isNotNull();
        assertThat(second).isEmpty();
        assertThat(told).anyMatch(line -> line.contains("words waits: 2 workers want 2 CPUs"));
        assertThatThrownBy(() -> link.claim(demand("huge", 9), _ -> {}))
            .isInstanceOf(MantaException.class)
            .hasMessageContaining("9 workers want 9 CPUs");
        digits.close();
        assertThat(second.poll(20, TimeUnit.SECONDS).parts()).hasSize(1);
      }
    }
  }

  @Test
  @Order(3)
  void aRunThatHasWorkersAndOneThatWaitsAreSeenInABrowser() throws Exception {
    Path browser = Path.of("/usr/bin/chromium");
    Assumptions.assumeTrue(Files.isExecutable(browser), "no browser: this test needs chromium");
    try (HeadLink link = nodes.link("a", told);
        Claim digits = link.claim(demand("digits", 3), _ -> {});
        Claim words = link.claim(demand("words", 2), _ -> {})) {
      assertThat(List.of(digits, words)).hasSize(2);
      for (String size : List.of("1280,901", "500,901")) {
        assertThat(seen(browser, size))
            .contains("digits ×2", "digits ×1", ">words<", "2 workers want 2 CPUs (1 of 4 free)");
      }
    }
  }

  @Test
  @Order(4)
  void strangersAreRefusedByName() throws Exception {
    HeadAddress head = HeadAddress.parse(nodes.address("a"), "");
    var at = new InetSocketAddress(head.host(), head.port());
    LinkToken right = new TokenFile(nodes.directory("a").userToken()).read();
    var wrong = LinkToken.create(LinkToken.Kind.USER, right.print());
    assertThat(end(LinkTarget.with(at, wrong), 1).words()).contains("its token is wrong");
    assertThat(end(LinkTarget.with(at, right), 99).words()).contains("version 99");
    assertThat(end(LinkTarget.introduced(at, right.print()), 1).words())
        .contains("its certificate was not introduced");
    try (var plain = new Socket(head.host(), head.port())) {
      plain.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      plain.setSoTimeout(10_000);
      assertThat(plain.getInputStream().readAllBytes().length).isLessThan(1_024);
    }
    for (String why : List.of("its token is wrong", "version 99", "no TLS 1.3 as spoken here")) {
      TestNodes.await(Duration.ofSeconds(10), () -> log("a").contains(why));
    }
  }

  private static String log(String node) {
    try {
      return Files.readString(nodes.directory(node).log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LinkEnd end(LinkTarget target, int version) throws InterruptedException {
    try (var link = ResumableLink.call(target, PinnedTls.ofProcess(), LinkTerms.DEFAULT, _ -> {})) {
      link.send(Purpose.HEAD.frame(version));
      link.receive(Duration.ofSeconds(10));
      throw new AssertionError("it was let in");
    } catch (LinkLost lost) {
      return lost.end();
    }
  }

  @Test
  @Order(5)
  void nodesThatCannotBeAreRefusedByName() {
    assertThat(nodes.tryNode("b2", "a", "--name", "b").printed())
        .contains("the name b is taken by the node at 127.0.0.1");
    assertThat(nodes.tryNode("c", "a", "--host", "203.0.113.7").printed())
        .contains("--host 203.0.113.7 is not an address of this machine");
    assertThat(nodes.tryNode("b", "a").printed()).contains("a daemon runs in");
  }

  @Test
  @Order(6)
  void claimsAreKeptWhenTheHeadIsKilledAndStartedAgain() throws Exception {
    BlockingQueue<Grant> grants = new LinkedBlockingQueue<>();
    try (HeadLink link = nodes.link("a", told);
        Claim claim = link.claim(demand("digits", 3), grants::add)) {
      assertThat(claim).isNotNull();
      assertThat(grants.poll()).isNotNull();
      long before = nodes.pid("a");
      ProcessHandle.of(before).orElseThrow().destroyForcibly();
      TestNodes.await(
          Duration.ofSeconds(60),
          () -> new DaemonAt(nodes.directory("a")).pid().orElse(before) != before);
      link.connected(Duration.ofSeconds(60));
      TestNodes.awaitState(link, "b", "up");
      TestNodes.await(
          Duration.ofSeconds(60),
          () ->
              link.status().open()
                  && link.status().claims().stream().anyMatch(line -> line.has() == 3));
      assertThat(link.status().nodes()).extracting(node -> node.shares().size()).containsOnly(1);
    }
  }

  @Test
  @Order(6)
  void aNodeInTheForegroundWithATokenFromTheEnvironmentEndsWhenItIsForgotten() throws Exception {
    DataDirectory directory = nodes.directory("c");
    Process node = inTheForeground(directory);
    try {
      TestNodes.await(Duration.ofSeconds(60), () -> Files.exists(directory.ready()));
      var ran =
          TestNodes.run(
              new DrainCommand(),
              List.of("c", "--forget", "--data-dir", nodes.directory("a").root().toString()));
      assertThat(ran.printed()).contains("c is not let in any more");
      assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(node.exitValue()).isEqualTo(2);
      try (var said = node.inputReader()) {
        assertThat(said.lines()).anyMatch(line -> line.startsWith("manta: the cluster does not"));
      }
    } finally {
      node.descendants().forEach(ProcessHandle::destroyForcibly);
      node.destroyForcibly();
    }
  }

  private static Process inTheForeground(DataDirectory directory) throws IOException {
    List<String> words = new ArrayList<>(List.of(ProcessHandle.current().info().command().get()));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.manta.cli.Main"));
    words.addAll(List.of("start", "--block", "--address", nodes.address("a"), "--name", "c"));
    words.addAll(List.of("--host", "127.0.0.1", "--data-dir", directory.root().toString()));
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    LinkToken token = new TokenFile(nodes.directory("a").joinToken()).read();
    builder.environment().put("MANTA_TOKEN", token.text());
    return builder.start();
  }

  @Test
  @Order(7)
  void aDrainedNodeLeavesAndAStoppedOneLeavesNothing() throws Exception {
    long drained = nodes.pid("b");
    ProcessHandle supervisor = ProcessHandle.of(drained).orElseThrow().parent().orElseThrow();
    var ran =
        TestNodes.run(
            new DrainCommand(),
            List.of("b", "--within", "5s", "--data-dir", nodes.directory("a").root().toString()));
    assertThat(ran.printed()).contains("b leaves within 5 s");
    supervisor.onExit().get(60, TimeUnit.SECONDS);
    try (HeadLink link = nodes.link("a", told)) {
      TestNodes.await(Duration.ofSeconds(30), () -> link.status().nodes().size() == 1);
    }
    stop("a");
    assertThat(nodes.directory("a").ready()).doesNotExist();
    assertThat(nodes.directory("b").ready()).doesNotExist();
    assertThat(ProcessHandle.of(drained).filter(ProcessHandle::isAlive)).isEmpty();
  }

  private static void stop(String name) throws Exception {
    int port = HeadAddress.parse(nodes.address(name), "").port();
    long pid = nodes.pid(name);
    ProcessHandle supervisor = ProcessHandle.of(pid).orElseThrow().parent().orElseThrow();
    var out = new PrintWriter(new StringWriter());
    new DaemonLeaving().leave(Optional.of(nodes.directory(name).root()), out);
    supervisor.onExit().get(30, TimeUnit.SECONDS);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    try (var free = new ServerSocket()) {
      free.setReuseAddress(true);
      free.bind(new InetSocketAddress("127.0.0.1", port));
    }
  }
}
