package dev.manta.cli.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StarterTest {
  private static Starter found(String pid) {
    return Starter.find(Map.of("JPY_PARENT_PID", pid)).orElseThrow();
  }

  @Test
  void jupyterSaysWhoItIsAndIsSeenToDie() throws IOException, InterruptedException {
    Process jupyter = new ProcessBuilder("sleep", "600").start();
    try {
      Starter starter = found(Long.toString(jupyter.pid()));
      assertThat(starter.process()).isEqualTo(jupyter.toHandle());
      assertThat(starter.hasDied()).isFalse();
      jupyter.destroyForcibly().waitFor();
      assertThat(starter.hasDied()).isTrue();
    } finally {
      jupyter.destroyForcibly();
    }
  }

  @Test
  void theParentIsWatchedWhereNobodyIsNamed() {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    assertThat(Starter.find(Map.of())).contains(new Starter(parent, true));
    assertThat(found("no number")).isEqualTo(new Starter(parent, true));
    assertThat(found("")).isEqualTo(new Starter(parent, true));
    assertThat(found("-7")).isEqualTo(new Starter(parent, true));
    assertThat(found(Long.toString(parent.pid())).hasDied()).isFalse();
  }

  @Test
  void aParentHasDiedWhenThisProcessHasAnother() {
    assertThat(new Starter(ProcessHandle.current(), true).hasDied()).isTrue();
  }
}
