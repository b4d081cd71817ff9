package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.local.InProcessCluster;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The same session on threads of this JVM.
@Timeout(300)
class InProcessTest {
  @TempDir Path directory;

  @Test
  void ranksReduceAndBroadcast() throws Exception {
    try (var controller = controller(2).start("together", config(""))) {
      for (int i = 0; i < 2; i++) {
        assertThat(controller.await(ToController.Returned.class).value()).isEqualTo("16.0");
      }
    }
  }

  @Test
  void anExceptionIsTold() throws Exception {
    try (var controller = controller(1).start("fails", config("throw"))) {
      assertThat(controller.await(ToController.Failed.class).what())
          .isEqualTo("threw java.io.IOException: no more rows");
    }
  }

  @Test
  void aKilledWorkerIsGone() throws Exception {
    try (var controller = controller(1).start("untilStopped", config(""))) {
      controller.await(ToController.Report.class);
      controller.kill(0);
      assertThat(controller.awaitGone().exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    }
  }

  @Test
  void aStopEndsTheFunction() throws Exception {
    try (var controller = controller(1).start("untilStopped", config(""))) {
      controller.await(ToController.Report.class);
      controller.send(0, new ToWorker.Stop(1, 0));
      assertThat(controller.await(ToController.Returned.class).stopped()).isTrue();
    }
  }

  private FakeController controller(int size) {
    return new FakeController(directory, size, new InProcessCluster(), List.of());
  }

  private static String config(String mode) {
    return "{\"reports\":1,\"mode\":\"" + mode + "\"}";
  }
}
