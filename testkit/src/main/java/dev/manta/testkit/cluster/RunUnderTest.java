package dev.manta.testkit.cluster;

import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A group of workers with what it tells, and just enough of a controller to talk with them.
///
/// @param directory the run's local directory
record RunUnderTest(WorkerGroup group, RecordedNews news, Path directory, String node) {
  WorkerSpec worker(String worker, int rank) {
    return new WorkerSpec(worker, node, 1, rank);
  }

  /// Starts workers, which have the ranks from 0 on, and waits until all are up.
  RunUnderTest with(String... workers) throws InterruptedException {
    for (int rank = 0; rank < workers.length; rank++) {
      group.start(worker(workers[rank], rank));
    }
    for (String worker : workers) {
      news.next(worker, WorkerNews.Connected.class);
    }
    return this;
  }

  long pid(String worker) {
    return news.of(worker).stream()
        .filter(WorkerNews.Connected.class::isInstance)
        .mapToLong(each -> ((WorkerNews.Connected) each).pid())
        .findFirst()
        .orElseThrow();
  }

  /// What a worker has printed: into its log on this machine, or told by its node.
  String printed(WorkerSpec worker) throws IOException {
    Path log = worker.log(directory);
    var text = new StringBuilder(Files.exists(log) ? Files.readString(log) : "");
    for (WorkerNews each : news.of(worker.worker())) {
      if (each instanceof WorkerNews.Printed printed) {
        text.append(new String(printed.bytes(), StandardCharsets.UTF_8));
      }
    }
    return text.toString();
  }

  void send(String worker, ToWorker message) {
    group.send(worker, message.frame());
  }

  /// Sends a ping and waits for its answer.
  long ping(String worker, long id) throws InterruptedException {
    send(worker, new ToWorker.Ping(id));
    return news.said(worker, ToController.Pong.class).id();
  }

  /// Runs one of [ContractFunctions] on a worker.
  void begin(String worker, String function, ContractFunctions.Words words) {
    send(worker, join(function, words));
    send(worker, new ToWorker.Go(1, List.of()));
  }

  private ToWorker.Join join(String function, ContractFunctions.Words words) {
    String place = directory.toString();
    return new ToWorker.Join(
        1,
        new ToWorker.Place(0, 1, 0, 1, 0, node, "cpu", 1),
        new ToWorker.RunFacts("id", "contract", place, place, "SYNC", 1, Map.of()),
        ToWorker.Start.at("", 0, 0, 0, ""),
        new LoopSpec(ContractFunctions.class.getName(), function, "", Bind.write(words).text()));
  }

  /// What a function returned, read as a type.
  <T> T returned(String worker, Class<T> type) throws InterruptedException {
    return Bind.read(Json.parse(news.said(worker, ToController.Returned.class).value()), type);
  }
}
