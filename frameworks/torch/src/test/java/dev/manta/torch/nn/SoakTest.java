package dev.manta.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Long runs hold no more than short ones, and garbage collection frees nothing that is in use.
///
/// `./dev soak` makes 10,000 and 1,000 steps; the build makes fewer.
class SoakTest {
  private static final int STEPS = Integer.getInteger("manta.soak.steps", 500);
  private static final int COLLECTIONS = Integer.getInteger("manta.soak.collections", 20);

  /// A short run is still warming up when it ends.
  private static final double GROWTH_MAX = STEPS >= 10_000 ? 1.05 : 1.3;

  @TempDir private Path directory;

  private record Reading(long step, long pointers, long kilobytes) {
    static Reading parse(String line) {
      long[] values = Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
      return new Reading(values[0], values[1], values[2]);
    }
  }

  @Test
  void stepsHoldNoMoreTheLongerTheyLast() throws Exception {
    List<Reading> readings =
        soak("memory", STEPS).stream()
            .filter(line -> !line.startsWith("done"))
            .map(Reading::parse)
            .toList();
    Reading early = readings.get(1);
    Reading late = readings.getLast();
    System.out.println("soak: " + early + " to " + late);
    assertThat(readings).allMatch(reading -> reading.pointers() == early.pointers());
    assertThat(late.kilobytes() / (double) early.kilobytes()).isLessThan(GROWTH_MAX);
  }

  @Test
  void everyModuleSurvivesGarbageCollectionBetweenSteps() throws Exception {
    assertThat(soak("gc", COLLECTIONS)).contains("done " + COLLECTIONS);
  }

  private List<String> soak(String what, int steps) throws Exception {
    Path log = directory.resolve(what + ".log");
    Process process =
        new ProcessBuilder(command(what, steps))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(9, TimeUnit.MINUTES)).as("the steps end").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    return Files.readAllLines(log);
  }

  private static List<String> command(String what, int steps) {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms64m",
        "-Xmx64m",
        "-XX:+UseSerialGC",
        "-XX:+AlwaysPreTouch",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classes,
        Soak.class.getName(),
        what,
        Integer.toString(steps));
  }
}
