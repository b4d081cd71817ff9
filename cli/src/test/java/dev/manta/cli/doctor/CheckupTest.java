package dev.manta.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cli.doctor.Finding.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckupTest {
  private static final OptionalLong MUCH = OptionalLong.of(1L << 40);
  private static final OptionalLong LITTLE = OptionalLong.of(64L << 20);

  private static List<Finding> found(MachineFacts machine) {
    return new Checkup(machine).findings();
  }

  @Test
  void aGoodMachineHasNothingToMend() {
    assertThat(
            found(
                new MachineFacts(
                    Runtime.Version.parse("25.0.1"),
                    1L << 36,
                    1L << 35,
                    MUCH,
                    List.of("H200"),
                    1,
                    Path.of("/tmp"),
                    MUCH,
                    Optional.empty(),
                    Path.of("/runs"),
                    MUCH,
                    OptionalLong.empty(),
                    OptionalLong.of(100_000),
                    Duration.ofSeconds(1))))
        .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.OK))
        .allSatisfy(finding -> assertThat(finding.fix()).isEmpty());
  }

  @Test
  void eachFaultIsNamedWithWhatFixesIt() {
    List<Finding> findings =
        found(
            new MachineFacts(
                Runtime.Version.parse("21.0.2"),
                1L << 30,
                100L << 20,
                LITTLE,
                List.of(),
                2,
                Path.of("/tmp"),
                MUCH,
                Optional.of("too long"),
                Path.of("/runs"),
                OptionalLong.empty(),
                OptionalLong.of(1024),
                OptionalLong.of(100),
                Duration.ofMinutes(-2)));

    assertThat(findings.stream().map(f -> f.level() + " " + f.thing() + ": " + f.what()))
        .containsExactly(
            "PROBLEM jdk: 21.0.2, and Manta needs 25",
            "WARNING memory: 100 MiB free of 1.0 GiB",
            "WARNING /dev/shm: 64 MiB free, and collectives of large models need more",
            "PROBLEM gpus: 2 NVIDIA device(s) without a driver that answers",
            "PROBLEM storage: /runs cannot be written",
            "PROBLEM temp: /tmp: no socket can be made there: too long",
            "WARNING open files: at most 1024",
            "WARNING processes: at most 100",
            "WARNING clock: 120 s behind that of the storage");
    assertThat(findings).allSatisfy(finding -> assertThat(finding.fix()).isNotEmpty());
  }

  @Test
  void thisMachineIsLookedAt(@TempDir Path storage) {
    MachineFacts here = MachineFacts.here(storage.resolve("runs"));
    assertThat(here.jdk()).isEqualTo(Runtime.version());
    assertThat(here.storageBytes()).isNotEmpty();
    assertThat(here.skew().abs()).isLessThan(Duration.ofMinutes(1));
    assertThat(storage).isEmptyDirectory();
  }
}
