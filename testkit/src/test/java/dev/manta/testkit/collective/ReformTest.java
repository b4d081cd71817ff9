package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.collective.Cause;
import dev.manta.collective.Op;
import dev.manta.internal.collective.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A process that forms one group after the other keeps nothing of the old ones.
final class ReformTest {
  private static final int GROUPS = 1_000;
  private static final Path SHARED = Path.of("/dev/shm");
  private static final String OURS = "-" + ProcessHandle.current().pid() + "-";

  @TempDir private Path directory;

  @Test
  @Timeout(300)
  void aThousandGroupsLeaveNoFileDescriptorOrMapping() throws IOException {
    form(0);
    long descriptors = descriptors();
    for (int attempt = 1; attempt <= GROUPS; attempt++) {
      form(attempt);
    }
    assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 5);
    assertThat(files()).isZero();
    assertThat(mappings()).isZero();
  }

  private void form(int attempt) {
    try (Team team = Team.through(Settings.in(directory), attempt, 2)) {
      team.every(
          rank -> {
            float[] values = {1};
            rank.allReduce(values, Op.SUM);
            assertThat(values).containsExactly(2);
            if (rank.rank() == 0 && attempt % 3 == 0) {
              rank.abort(new Cause.Requested("next"));
            }
          });
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private static long files() throws IOException {
    try (Stream<Path> files = Files.list(SHARED)) {
      return files
          .filter(file -> file.toString().contains("manta-") && file.toString().contains(OURS))
          .count();
    }
  }

  private static long mappings() throws IOException {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains(SHARED + "/manta-")).count();
    }
  }
}
