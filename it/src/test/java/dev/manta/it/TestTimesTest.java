package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTimesTest {
  @TempDir Path root = Path.of("");

  @Test
  void modulesAreSummedAndTheLongestClassesComeFirst() throws IOException {
    report("core", "dev.manta.FastTest", "0.25", 3);
    report("core", "dev.manta.SlowTest", "1,002.5", 4);
    report("frameworks/torch", "dev.manta.torch.MiddleTest", "2", 5);
    assertThat(TestTimes.table(root, 2))
        .isEqualTo(
            """
              1004.8 s    12  all modules
              1002.8 s     7  core
                 2.0 s     5  frameworks/torch

              1002.5 s     4  core dev.manta.SlowTest
                 2.0 s     5  frameworks/torch dev.manta.torch.MiddleTest
            """);
  }

  @Test
  void withoutReportsThereIsNothingToSum() throws IOException {
    assertThat(TestTimes.table(root, 2)).startsWith("     0.0 s     0  all modules");
  }

  private void report(String module, String name, String seconds, int tests) throws IOException {
    Path directory =
        Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
    String suite =
        "<testsuite version=\"3.0.2\" name=\"%s\" time=\"%s\" tests=\"%s\" errors=\"0\">"
            .formatted(name, seconds, tests);
    Files.writeString(
        directory.resolve("TEST-" + name + ".xml"),
        "<?xml version=\"1.0\"?>\n" + suite + "\n<testcase name=\"x\" time=\"9\"/></testsuite>\n");
  }
}
