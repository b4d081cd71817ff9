package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Nobody continues with a run that is written down as finished: its reports must be on disk by
/// then.
@Timeout(300)
class LastReportsTest {
  private static final int REPORTS = 3;

  @TempDir Path runs;

  private final Storage storage = new LocalStorage();

  /// How many reports could be read before each record that says how the run ends.
  private final List<Integer> read = new CopyOnWriteArrayList<>();

  /// In the place of the directory in which reports are written, until that was tried once.
  private Path obstacle() {
    return runs.resolve("digits/open-metrics");
  }

  private final RunListener listener =
      new RunListener() {
        @Override
        public void warning(String message) {
          assertThatCode(() -> Files.deleteIfExists(obstacle())).doesNotThrowAnyException();
        }
      };

  private RunPlan plan() {
    return new RunPlan(
        RunConfig.named("digits").listener(listener),
        ScalingConfig.workers(1),
        new LoopSpec("com.acme.Digits", "train", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  private Storage watched() {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (_, method, arguments) -> {
              if (method.getName().equals("putIfAbsent")) {
                look((Location) arguments[0], (byte[]) arguments[1]);
              }
              try {
                return method.invoke(storage, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  private void look(Location at, byte[] bytes) {
    String record = new String(bytes, StandardCharsets.UTF_8);
    if (at.toString().contains("/control/") && record.contains("\"status\":\"FINISHED\"")) {
      Location run = Location.of(runs).resolve("digits");
      RunSite site = RunSite.of("digits", run);
      read.add(new MetricsReader(storage, run, site.openMetrics()).all().size());
    }
  }

  @Test
  void aRunIsWrittenDownAsFinishedWhenItsReportsAreOnDisk() throws IOException {
    Files.createDirectories(obstacle().getParent());
    Files.createFile(obstacle());
    try (var cluster =
        new ScriptedCluster(
            stage -> {
              for (int step = 1; step <= REPORTS; step++) {
                stage.report(step, "{\"loss\":0.5}");
              }
              stage.returns("1");
            })) {
      RunOutcome outcome =
          RunLoop.open(plan(), cluster, watched(), Location.of(runs)).toEnd(List.of());
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    }
    assertThat(read).isNotEmpty().allMatch(count -> count == REPORTS);
  }
}
