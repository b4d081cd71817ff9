package dev.manta.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every known input, and inputs near them; `./dev fuzz` looks further.
@Timeout(300)
class FuzzTest {
  private static final Path SEEDS = Path.of("src/test/resources/fuzz");
  private static final long SEED = 1;
  private static final int INPUTS = 300 * Integer.getInteger("manta.campaign", 1);

  static List<String> targets() {
    return Targets.names();
  }

  private static List<byte[]> seeds(String target) throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    try (Stream<Path> files = Files.list(SEEDS.resolve(target))) {
      for (Path file : files.sorted().toList()) {
        seeds.add(Files.readAllBytes(file));
      }
    }
    return seeds;
  }

  @Test
  void everyTargetHasSeeds() throws IOException {
    try (Stream<Path> directories = Files.list(SEEDS)) {
      assertThat(directories.map(each -> String.valueOf(each.getFileName())))
          .containsExactlyInAnyOrderElementsOf(targets());
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void whatWasFoundOnceIsNotFoundAgain(String name) throws Exception {
    Target target = Targets.named(name);
    for (byte[] seed : seeds(name)) {
      Trial.run(target, seed);
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void inputsNearTheSeedsAreReadOrRefused(String name) throws Exception {
    Target target = Targets.named(name);
    var mutations = new Mutations(seeds(name), SEED);
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutations.next();
      try {
        Trial.run(target, input);
      } catch (Finding e) {
        throw new AssertionError(
            "input number %s: %s".formatted(i, HexFormat.of().formatHex(input)), e);
      }
    }
  }
}
