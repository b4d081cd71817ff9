package dev.manta.testkit.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class HostsTest {
  private static final Path ROOT = Path.of("/");

  /// Connects to a port of an address and prints what is said there.
  private static final String CALL =
      "exec 3<> /dev/tcp/%s/4000 && timeout 2 head -c 5 <&3 || echo failed";

  /// Says hello to whoever calls, one after the other.
  private static final String SERVER =
      """
      import socket
      door = socket.create_server(("0.0.0.0", 4000))
      print("up", flush=True)
      while True:
          caller, _ = door.accept()
          try:
              caller.sendall(b"hello" + bytes(200000))
          except OSError:
              pass
      """;

  @TempDir Path shared;
  private Hosts hosts;

  @BeforeEach
  void open() {
    Optional<String> whyNot = Hosts.whyNot();
    assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
    hosts = Hosts.open(2, 1, List.of(shared));
  }

  @AfterEach
  void close() {
    if (hosts != null) {
      hosts.close();
    }
  }

  private static String run(Host host, String script) throws Exception {
    Process process =
        host.command(ROOT, List.of("bash", "-c", script)).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private Process serve(Host host) throws IOException {
    Process server = host.command(ROOT, List.of("python3", "-c", SERVER)).start();
    assertThat(server.inputReader().readLine()).isEqualTo("up");
    return server;
  }

  private String call(int from, int to) throws Exception {
    return run(
        hosts.get(from),
        "timeout 3 bash -c '"
            + CALL.formatted(hosts.get(to).name())
            + "' 2> /dev/null || echo failed");
  }

  /// A network finds its ways again in its own time.
  private void awaitAnswer() throws Exception {
    while (!call(0, 1).equals("hello")) {
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void aHostHasItsOwnNameProcessesAndTemporaryFiles() throws Exception {
    assertThat(run(hosts.get(1), "hostname")).isEqualTo("host1");
    assertThat(run(hosts.get(1), "ls -A /tmp /dev/shm; echo $$")).doesNotContain("manta");
    run(hosts.get(0), "touch /tmp/mine");
    assertThat(run(hosts.get(1), "ls /tmp")).doesNotContain("mine");
    assertThat(Integer.parseInt(run(hosts.get(0), "ls -d /proc/[0-9]* | wc -l"))).isLessThan(10);
  }

  @Test
  void hostsShareADiskAndReachEachOtherByName() throws Exception {
    run(hosts.get(0), "echo here > " + shared.resolve("note"));
    assertThat(run(hosts.get(1), "cat " + shared.resolve("note"))).isEqualTo("here");
    serve(hosts.get(1));
    assertThat(call(0, 1)).isEqualTo("hello");
  }

  @Test
  void aCableThatIsOutIsNoticedBySilenceOnly() throws Exception {
    serve(hosts.get(1));
    hosts.get(1).cut(true);
    assertThat(call(0, 1)).isEqualTo("failed");
    hosts.get(1).cut(false);
    awaitAnswer();
  }

  @Test
  void aHostThatIsNotHeardByOneCanBeHeardAgain() throws Exception {
    serve(hosts.get(1));
    assertThat(call(0, 1)).isEqualTo("hello");
    hosts.get(1).deafen(hosts.get(0));
    assertThat(call(0, 1)).isEqualTo("failed");
    hosts.get(1).restore(hosts.get(0));
    awaitAnswer();
  }

  @Test
  void aFrozenHostAnswersWhenItIsThawed() throws Exception {
    serve(hosts.get(1));
    hosts.get(1).freeze(true);
    assertThat(call(0, 1)).isEqualTo("failed");
    hosts.get(1).freeze(false);
    awaitAnswer();
  }

  @Test
  void nothingLivesOnAHostThatWasKilled() throws Exception {
    Process server = serve(hosts.get(1));
    hosts.get(1).kill();
    assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(call(0, 1)).isEqualTo("failed");
  }

  @Test
  void aFullDiskIsFullForItsHostOnly() throws Exception {
    hosts.get(0).fill(true);
    assertThat(run(hosts.get(0), "echo word > /tmp/a; wc -c < /tmp/a")).endsWith("0");
    assertThat(run(hosts.get(1), "echo word > /tmp/a; wc -c < /tmp/a")).isEqualTo("5");
    hosts.get(0).fill(false);
    assertThat(run(hosts.get(0), "echo word > /tmp/a; wc -c < /tmp/a")).isEqualTo("5");
  }

  @Test
  void aSlowHostSendsNoFasterThanSaid() throws Exception {
    serve(hosts.get(1));
    hosts.get(1).slow(1_000_000);
    long begun = System.nanoTime();
    assertThat(fetch(0, 1)).isEqualTo("200005");
    assertThat(System.nanoTime() - begun).isGreaterThan(1_000_000_000L);
    hosts.get(1).fast();
    assertThat(fetch(0, 1)).isEqualTo("200005");
  }

  @Test
  void whatALossyHostSendsArrivesInTheEnd() throws Exception {
    serve(hosts.get(1));
    hosts.get(1).lossy(20_000_000);
    assertThat(fetch(0, 1)).isEqualTo("200005");
    assertThat(run(hosts.get(1), "tc -s qdisc show dev eth0")).containsPattern("dropped [1-9]");
  }

  private String fetch(int from, int to) throws Exception {
    return run(
        hosts.get(from),
        "exec 3<> /dev/tcp/%s/4000; head -c 200005 <&3 | wc -c".formatted(hosts.get(to).name()));
  }

  @Test
  void nothingIsLeftOfHostsThatWereClosed() {
    hosts.close();
    assertThat(Path.of("/sys/fs/cgroup/cpu"))
        .satisfiesAnyOf(
            none -> assertThat(none).doesNotExist(),
            there -> {
              try (var groups = Files.list(there)) {
                assertThat(groups.map(Path::toString))
                    .noneMatch(
                        name -> name.contains("manta-host-" + ProcessHandle.current().pid()));
              }
            });
  }
}
