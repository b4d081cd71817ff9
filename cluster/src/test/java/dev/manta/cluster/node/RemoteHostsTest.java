package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.testkit.framework.QuickJava;
import dev.manta.testkit.hosts.Host;
import dev.manta.testkit.hosts.Hosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A driver on one host, nodes on two others.
@Timeout(300)
class RemoteHostsTest {
  private static final Path HERE = Path.of("").toAbsolutePath();

  @TempDir Path shared;

  @BeforeAll
  static void hostsCanBeMade() {
    Optional<String> whyNot = Hosts.whyNot();
    assumeTrue(whyNot.isEmpty(), whyNot.orElse(""));
  }

  private Hosts hosts() {
    Path build = HERE.getFileName().endsWith("cluster") ? HERE.getParent() : HERE;
    List<Path> visible = new ArrayList<>(List.of(shared, build));
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path) && visible.stream().noneMatch(path::startsWith)) {
        visible.add(path);
      }
    }
    return Hosts.open(3, 2, visible);
  }

  private NodeProcess node(Host host, String driver) throws IOException {
    Path directory = Files.createDirectory(shared.resolve("node-" + host.name()));
    return new NodeProcess(
        host.name(), host.address(), command -> host.command(HERE, command), directory, driver);
  }

  private Process driver(Host host, Path key, List<String> words, NodeProcess... nodes)
      throws IOException {
    List<String> command = QuickJava.words();
    command.add("-Xmx256m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(DriverMain.class.getName(), key.toString()));
    command.add(shared.resolve("runs").toString());
    command.addAll(words);
    for (NodeProcess node : nodes) {
      var at = node.address();
      command.addAll(List.of(at.node(), at.host(), Integer.toString(at.port()), at.print()));
    }
    return host.command(HERE, command).redirectErrorStream(true).start();
  }

  private static String lineWith(BufferedReader out, String word) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      System.err.println("driver: " + line);
      if (line.contains(word)) {
        return line;
      }
    }
    throw new AssertionError("the driver has ended without " + word);
  }

  @Test
  void aRunOnTwoOtherHostsEndsAndSoDoesOneThatLosesAHost() throws Exception {
    Path key = Files.createDirectory(shared.resolve("driver"));
    String print = NodeMain.newIdentity(key);
    try (Hosts hosts = hosts();
        var one = node(hosts.get(1), print);
        var two = node(hosts.get(2), print)) {
      Process quick = driver(hosts.get(0), key, List.of("report", "50", "1"), one, two);
      assertThat(lineWith(reader(quick), "ended")).contains("FINISHED after []");
      Process longer = driver(hosts.get(0), key, List.of("report", "200", "40"), one, two);
      BufferedReader out = reader(longer);
      lineWith(out, "begins");
      hosts.get(2).cut(true);
      assertThat(lineWith(out, "ended")).contains("FINISHED").contains("host2");
    }
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
  }
}
