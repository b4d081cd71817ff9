package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Experiments whose trials are on the nodes of a cluster.
@Timeout(180)
class TunedClusterTest {
  @TempDir Path storage;

  private List<String> daemons(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TunedProgram.class.getName(),
                storage.toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process program = builder.start();
    try (var said = program.inputReader()) {
      return said.lines().filter(line -> line.startsWith("daemon")).toList();
    } finally {
      program.destroyForcibly().waitFor();
    }
  }

  @Test
  void trialsSpreadOverTheNodesThatTheEnvironmentOrTheProgramNames() throws Exception {
    try (var nodes = new LocalDaemons(2)) {
      String address = nodes.start().find("address").orElseThrow();
      String token = nodes.userToken().toString();
      Map<String, String> named = Map.of("MANTA_ADDRESS", address, "MANTA_TOKEN_FILE", token);
      assertThat(daemons(named)).hasSize(2).doesNotHaveDuplicates();
      Map<String, String> only = Map.of("MANTA_TOKEN_FILE", token);
      assertThat(daemons(only, address)).hasSize(2).doesNotHaveDuplicates();
    }
  }
}
