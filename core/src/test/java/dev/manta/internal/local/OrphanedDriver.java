package dev.manta.internal.local;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A driver to be killed, whose workers go on alone for the given milliseconds: starts two workers
/// in busy loops, prints their process ids and its socket directory, and waits.
final class OrphanedDriver {
  private OrphanedDriver() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path directory = Path.of(arguments[0]);
    var news = new News();
    List<String> classPath =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    Duration alone = Duration.ofMillis(Long.parseLong(arguments[1]));
    var settings = settings(classPath, directory, 1, alone);
    try (var cluster = new LocalCluster()) {
      WorkerGroup group = cluster.open(settings, news);
      for (int rank = 0; rank < 2; rank++) {
        group.start(new WorkerSpec("w" + rank, "local", 1, rank));
      }
      var up =
          List.of(news.next(WorkerNews.Connected.class), news.next(WorkerNews.Connected.class));
      for (WorkerNews.Connected worker : up) {
        group.send(worker.worker(), join(directory).frame());
        group.send(worker.worker(), new ToWorker.Go(1, List.of()).frame());
        System.out.println(worker.pid());
      }
      awaitBoth(news);
      System.out.println("ready");
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  static GroupSettings settings(
      List<String> classPath, Path directory, int term, Duration orphanLimit) {
    return new GroupSettings(
        "orphans", classPath, List.of(), Map.of(), directory.toString(), term, orphanLimit);
  }

  private static void awaitBoth(News news) throws InterruptedException {
    int busy = 0;
    while (busy < 2) {
      busy += news.message() instanceof ToController.Report ? 1 : 0;
    }
  }

  private static ToWorker.Join join(Path directory) {
    String place = directory.toString();
    return new ToWorker.Join(
        1,
        new ToWorker.Place(0, 1, 0, 1, 0, "local", "cpu", 1),
        new ToWorker.RunFacts("id", "orphans", place, place, "SYNC", 1, Map.of()),
        ToWorker.Start.at("", 0, 0, 0, List.of()),
        new LoopSpec("acme.TestLoops", "busy", "", "{\"reports\":1,\"mode\":\"\"}"));
  }
}
