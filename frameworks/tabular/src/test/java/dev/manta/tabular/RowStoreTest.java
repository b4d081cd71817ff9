package dev.manta.tabular;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Rows that exceed the memory, and the disk too: a process whose files may have 64 KB.
@Timeout(60)
class RowStoreTest {
  private static final int WIDTH = 4;
  private static final int ROWS = 1 << 12; // 64 KB

  @TempDir Path directory;

  /// A process that adds rows until there is no space, and prints what it is told.
  static final class Spilling {
    private Spilling() {}

    public static void main(String[] arguments) {
      try (var store = new RowStore(WIDTH, 1 << 20)) {
        for (int i = 0; i < 1 << 20; i += ROWS * WIDTH * Float.BYTES) {
          store.add(ROWS, rows -> rows.fill((byte) 1));
        }
        System.out.println("in memory: " + !store.isSpilled());
        store.add(ROWS / 2, rows -> rows.fill((byte) 2));
        System.out.println("spilled: " + store.isSpilled());
        refuse(store);
        MemorySegment kept = store.chunks().getLast().features();
        System.out.println(
            "rows before are kept: " + (kept.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0) == 2));
      }
    }

    private static void refuse(RowStore store) {
      try {
        store.add(ROWS, rows -> rows.fill((byte) 3));
      } catch (MantaException e) {
        System.out.println(e.code() + ": " + e.getMessage());
        System.out.println("what a run would tell instead: " + e.getCause());
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void rowsThatDoNotFitOnTheDiskAreRefusedWithWhatToDo() throws Exception {
    assertThat(printed().lines())
        .containsExactly(
            "in memory: true",
            "spilled: true",
            "STORAGE: rows that exceed 1 MB of memory cannot be kept in "
                + directory
                + ": File too large; free space there, set MANTA_SCRATCH to a larger disk, or allow"
                + " more memory",
            "what a run would tell instead: null",
            "rows before are kept: true");
    assertThat(directory).isEmptyDirectory();
  }

  private String printed() throws Exception {
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f 64; exec \"$@\"",
                "limited",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Spilling.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return printed;
  }
}
