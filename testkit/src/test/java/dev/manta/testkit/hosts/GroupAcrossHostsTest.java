package dev.manta.testkit.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.internal.collective.Offer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Collectives between hosts, and what becomes of them when those do not hear each other.
@Timeout(300)
class GroupAcrossHostsTest {
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  private Hosts hosts;
  private final List<Member> members = new ArrayList<>();

  /// A process on a host, and what it says.
  private record Member(Process process, BufferedReader lines) {
    String line() throws IOException {
      return lines.readLine();
    }

    void hears(String line) throws IOException {
      process.outputWriter().write(line + "\n");
      process.outputWriter().flush();
    }
  }

  @BeforeEach
  void open() {
    Optional<String> whyNot = Hosts.whyNot();
    assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
    hosts = Hosts.open(3, 2, visible());
  }

  /// What the class path names below `/tmp`.
  private static List<Path> visible() {
    return Stream.of(CLASS_PATH.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath())
        .filter(path -> path.startsWith("/tmp") && Files.exists(path))
        .map(path -> Files.isDirectory(path) ? path : path.getParent())
        .distinct()
        .toList();
  }

  @AfterEach
  void close() {
    members.forEach(member -> member.process().destroyForcibly());
    if (hosts != null) {
      hosts.close();
    }
  }

  private Member start(int host, int other) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command =
        hosts
            .get(host)
            .command(
                Path.of("/"),
                List.of(
                    java,
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    CLASS_PATH,
                    HostMember.class.getName(),
                    hosts.get(other).address()));
    command.environment().put("MANTA_DATA_HOST", hosts.get(host).address());
    command.environment().put("MANTA_DATA_PORTS", "40000-40009");
    Process process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var member = new Member(process, process.inputReader());
    members.add(member);
    return member;
  }

  /// One rank on each host, all in one group; the first sum of each was right.
  private void form(int size) throws IOException {
    for (int host = 0; host < size; host++) {
      start(host, (host + 1) % size);
    }
    List<String> offers = new ArrayList<>();
    for (int host = 0; host < size; host++) {
      assertThat(members.get(host).line()).isEqualTo(hosts.get(host).address());
      offers.add(members.get(host).line());
    }
    for (int rank = 0; rank < size; rank++) {
      members.get(rank).hears(rank + "\n" + String.join("\t", offers));
    }
    for (Member member : members) {
      assertThat(member.line()).isEqualTo("sum " + size * (size + 1) / 2.0);
    }
    assertThat(offers).allSatisfy(GroupAcrossHostsTest::isOnTheNetwork);
  }

  private static void isOnTheNetwork(String offer) {
    String at = Offer.parse(offer).member().address();
    assertThat(at).matches("10\\.213\\.77\\.[0-9]+:4000[0-9]");
  }

  @Test
  void aGroupOfTwoHostsEndsSoonAfterOneIsNotHeard() throws IOException {
    form(2);
    long cut = System.nanoTime();
    hosts.get(1).deafen(hosts.get(0));
    String first = members.get(0).line();
    Duration took = Duration.ofNanos(System.nanoTime() - cut);
    System.out.println("one host was not heard; told after " + took.toMillis() + " ms: " + first);
    assertThat(first)
        .startsWith("LinkLost [1] ")
        .contains("rank 0 at 10.213.77.1")
        .contains("rank 1 at 10.213.77.2");
    assertThat(took).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(9));
    assertThat(members.get(1).line()).startsWith("LinkLost [0] ");
  }

  @Test
  void ofThreeHostsTheTwoThatAreDeafNameEachOtherAndTheThirdNobody() throws IOException {
    form(3);
    hosts.get(1).deafen(hosts.get(0));
    hosts.get(0).deafen(hosts.get(1));
    assertThat(members.get(0).line()).startsWith("LinkLost [1] ");
    assertThat(members.get(1).line()).startsWith("LinkLost [0] ");
    assertThat(members.get(2).line()).startsWith("LinkLost [] ");
  }

  @Test
  void whoWasFrozenItselfNamesNobody() throws IOException {
    form(2);
    hosts.get(1).freeze(true);
    assertThat(members.get(0).line()).startsWith("LinkLost [1] ");
    hosts.get(1).freeze(false);
    assertThat(members.get(1).line()).contains(" [] ");
  }
}
