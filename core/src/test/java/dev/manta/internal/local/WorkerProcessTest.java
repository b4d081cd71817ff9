package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class WorkerProcessTest {
  @TempDir Path directory;

  @Test
  void aStartThatFailsInAnyWayIsTold() throws Exception {
    var spec = new WorkerSpec("w0", "local", 1, 0);
    var news = new News();
    var worker = new WorkerProcess(spec, WorkerFiles.of(directory, spec), news);
    worker.startedAs(spec);
    worker.live(WorkerProcessTest::refuse, Map.of());
    assertThat(news.next(WorkerNews.Gone.class).exit())
        .isEqualTo(new Exit.NotStarted("cannot tell who this user is"));
  }

  @Test
  void aStrangerThatCallsWhileAWorkerIsStartedIsNotTakenForIt() throws Exception {
    var spec = new WorkerSpec("w0", "local", 1, 0);
    var worker = new WorkerProcess(spec, WorkerFiles.of(directory, spec), new News());
    CompletableFuture<Boolean> stranger = CompletableFuture.supplyAsync(() -> worker.is(1));
    Thread.sleep(50);
    assertThat(stranger).isNotDone();
    Thread life = Thread.ofPlatform().start(() -> worker.live(WorkerProcessTest::sleep, Map.of()));
    assertThat(stranger.get(30, TimeUnit.SECONDS)).isFalse();
    worker.kill();
    life.join();
    assertThat(worker.is(1)).isFalse();
  }

  private static List<String> sleep() {
    return List.of("sleep", "60");
  }

  private static List<String> refuse() {
    throw new IllegalStateException("cannot tell who this user is");
  }
}
