package dev.manta.lightgbm.internal.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LightGBMLibraryTest {
  @TempDir Path cache;

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(cache)) {
      return all.filter(Files::isRegularFile).map(each -> each.getFileName().toString()).toList();
    }
  }

  @Test
  void eachSystemHasItsOwn() {
    assertThat(LightGBMLibrary.resource("linux", "aarch64"))
        .isEqualTo("lightgbm4j/linux/aarch64/lib_lightgbm.so");
    assertThat(LightGBMLibrary.resource("mac os x", "arm64"))
        .isEqualTo("lightgbm4j/osx/aarch64/lib_lightgbm.dylib");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void processesThatStartTogetherLoadItWithoutHarm() throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        processes.add(loading(Map.of()));
      }
      for (Process process : processes) {
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
            .as(new String(process.getInputStream().readAllBytes()))
            .isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    assertThat(files()).containsExactly("lib_lightgbm.so");
  }

  private String told(Path library) throws Exception {
    Process process = loading(Map.of("MANTA_LIGHTGBM_LIBRARY", library.toString()));
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
      return process.exitValue() + " " + new String(process.getInputStream().readAllBytes());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anotherBuildOfTheLibraryTakesThePlaceOfTheJars() throws Exception {
    Path other = cache.resolve("newer/lib_lightgbm.so");
    Files.createDirectories(other.getParent());
    String resource = LightGBMLibrary.resource("linux", System.getProperty("os.arch"));
    try (InputStream library = getClass().getClassLoader().getResourceAsStream(resource)) {
      Files.copy(Objects.requireNonNull(library), other);
    }
    assertThat(told(other)).startsWith("0 ");
    assertThat(files()).containsExactly("lib_lightgbm.so"); // and none unpacked beside it
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPathWhereNoLibraryIsSaysSo() throws Exception {
    assertThat(told(cache.resolve("none.so")))
        .contains("MANTA_LIGHTGBM_LIBRARY is ", "none.so", "every worker's machine has");
    assertThat(told(Path.of("lib_lightgbm.so"))).contains("not the absolute path");
    Path another = Path.of(System.getProperty("java.home"), "lib", "libjava.so");
    assertThat(told(another)).contains("libjava.so is not a library of LightGBM");
  }

  private Process loading(Map<String, String> variables) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LoadLibrary.class.getName())
            .redirectErrorStream(true);
    builder.environment().putAll(variables);
    builder.environment().put("XDG_CACHE_HOME", cache.toString());
    return builder.start();
  }
}
