package dev.manta.cli.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelFileTest {
  private static final Path HOME = Path.of(System.getProperty("user.home"));
  private static final KernelFile PLAIN = new KernelFile(Path.of("/opt/manta"), List.of());
  private static final KernelFile TORCH =
      new KernelFile(Path.of("/opt/manta"), List.of("--with", "torch", "-cp", "/a.jar"));

  @Test
  void jupyterStartsTheKernelWithTheOptionsOfItsClassPath() {
    assertThat(TORCH.content().get("argv").text())
        .isEqualTo(
            "[\"/opt/manta\",\"notebook\",\"kernel\",\"--with\",\"torch\",\"-cp\",\"/a.jar\",\"{connection_file}\"]");
    assertThat(TORCH.content().get("interrupt_mode").asText()).isEqualTo("message");
  }

  @Test
  void kernelsWithOtherJarsStandBesideEachOther() {
    assertThat(PLAIN.directory(Optional.empty(), Map.of(), "Linux"))
        .isEqualTo(HOME.resolve(".local/share/jupyter/kernels/manta"));
    assertThat(TORCH.directory(Optional.empty(), Map.of(), "Mac OS X"))
        .isEqualTo(HOME.resolve("Library/Jupyter/kernels/manta-torch"));
  }

  @Test
  void anEnvironmentOrAVariableSaysWhereElse() {
    assertThat(PLAIN.directory(Optional.of(Path.of("/venv")), Map.of(), "Linux"))
        .isEqualTo(Path.of("/venv/share/jupyter/kernels/manta"));
    assertThat(PLAIN.directory(Optional.empty(), Map.of("JUPYTER_DATA_DIR", "/data"), "Linux"))
        .isEqualTo(Path.of("/data/kernels/manta"));
  }
}
