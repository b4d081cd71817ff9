package dev.manta.internal.local;

import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A driver to be killed, whose workers continue alone for the given milliseconds: starts two
/// workers in busy loops, prints their process ids and its socket directory, and waits.
final class OrphanedDriver {
  private OrphanedDriver() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path directory = Path.of(arguments[0]);
    var news = new News();
    List<String> classPath =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    String function = arguments.length > 2 ? arguments[2] : "busy";
    Duration alone = Duration.ofMillis(Long.parseLong(arguments[1]));
    var settings = settings(classPath, directory, 1, alone);
    try (var cluster = new LocalCluster()) {
      WorkerGroup group = cluster.open(Grant.NONE, settings, news);
      for (int rank = 0; rank < 2; rank++) {
        group.start(new WorkerSpec("w" + rank, "local", 1, rank));
      }
      var up =
          Stream.of(news.next(WorkerNews.Connected.class), news.next(WorkerNews.Connected.class))
              .sorted(Comparator.comparing(WorkerNews.Connected::worker))
              .toList();
      for (WorkerNews.Connected worker : up) {
        group.send(worker.worker(), join(directory, function).frame());
        group.send(worker.worker(), new ToWorker.Go(1, List.of()).frame());
        System.out.println(worker.pid());
      }
      awaitBoth(news, function);
      System.out.println("ready");
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  static GroupSettings settings(
      List<String> classPath, Path directory, int term, Duration orphanLimit) {
    return new GroupSettings(
        "orphans",
        classPath,
        List.of(),
        WorkerVariables.of(Map.of()),
        directory.toString(),
        term,
        orphanLimit);
  }

  private static void awaitBoth(News news, String function) throws InterruptedException {
    for (int busy = 0; busy < 2; busy++) {
      String metrics = metrics(news);
      if (function.equals("launches")) {
        System.out.println("started " + metrics);
      }
    }
  }

  /// What a worker reports next.
  static String metrics(News news) throws InterruptedException {
    while (true) {
      if (news.message() instanceof ToController.Report report) {
        return new String(report.metrics(), StandardCharsets.UTF_8);
      }
    }
  }

  static ToWorker.Join join(Path directory, String function) {
    String place = directory.toString();
    return new ToWorker.Join(
        1,
        new ToWorker.Place(0, 1, 0, 1, 0, "local", "cpu", 1),
        new ToWorker.RunFacts("id", "orphans", place, place, "SYNC", 1, Map.of()),
        ToWorker.Start.at("", 0, 0, 0, ""),
        new LoopSpec("acme.TestLoops", function, "", "{\"reports\":1,\"mode\":\"\"}"));
  }
}
