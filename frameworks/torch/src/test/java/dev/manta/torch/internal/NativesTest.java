package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bytedeco.openblas.global.openblas.blas_get_num_threads;

import dev.manta.torch.internal.cuda.Cuda;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativesTest {
  @TempDir private Path directory;

  /// Started by the test below.
  public static void main(String[] args) {
    Natives.load();
    Natives.threads(1);
    System.out.println("sum " + torch.ones(3).sum().item_int() + " of " + blas_get_num_threads());
    System.out.println("searched " + Loader.getLoadedLibraries().size());
  }

  @Test
  void processesThatStartTogetherOnAColdCacheAllLoad() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start(i));
    }
    for (int i = 0; i < 3; i++) {
      boolean ended = processes.get(i).waitFor(3, TimeUnit.MINUTES);
      processes.get(i).destroyForcibly();
      assertThat(ended).isTrue();
      assertThat(Files.readString(log(i))).contains("sum 3 of 1");
    }
    if (!Cuda.isBuilt()) {
      aLaterOneLoadsWithoutASearch();
    }
  }

  /// That is so for the build for CPUs alone.
  private void aLaterOneLoadsWithoutASearch() throws Exception {
    Process later = start(3);
    boolean ended = later.waitFor(3, TimeUnit.MINUTES);
    later.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(Files.readString(log(3))).contains("sum 3 of 1").contains("searched 0");
  }

  @Test
  void theKernelsListDecidesAboutAmx() throws IOException {
    Path cpus = directory.resolve("cpuinfo");
    Files.writeString(cpus, "processor : 0\nflags\t\t: fpu avx512f amx_bf16 amx_tile\n");
    assertThat(InstructionSets.listsAmx(cpus)).isTrue();
    Files.writeString(cpus, "processor : 0\nflags\t\t: fpu avx512f\n");
    assertThat(InstructionSets.listsAmx(cpus)).isFalse();
  }

  @Test
  void threadsAreAtLeastOne() {
    assertThatThrownBy(() -> Natives.threads(0)).hasMessage("threads must be at least 1, not 0");
    Natives.threads(1);
    assertThat(torch.get_num_threads()).isEqualTo(1);
  }

  private Process start(int index) throws IOException {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dorg.bytedeco.javacpp.cachedir=" + directory.resolve("cache"),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classes,
            NativesTest.class.getName());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log(index).toFile())
        .start();
  }

  private Path log(int index) {
    return directory.resolve(index + ".log");
  }
}
