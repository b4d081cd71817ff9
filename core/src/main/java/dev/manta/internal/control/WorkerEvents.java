package dev.manta.internal.control;

import dev.manta.cluster.WorkerNews;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.logs.PrintedLogs;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.storage.StorageTraffic;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Turns what workers say into events. Reports do not become events: they go to the receiver of
/// reports.
///
/// Called on the threads that read from workers.
final class WorkerEvents {
  /// What a function throws when the attempt was ended under it.
  private static final Set<String> CONSEQUENCES =
      Set.of("dev.manta.collective.CollectiveAborted", "dev.manta.internal.worker.AttemptAborted");

  private final KnownWorkers workers;
  private final ReportReceiver receiver;
  private final EventQueue events;
  private final RunObserver observer;
  private final GroupOffers offers;
  private final PrintedLogs logs;

  WorkerEvents(
      KnownWorkers workers,
      ReportReceiver receiver,
      EventQueue events,
      RunObserver observer,
      GroupOffers offers,
      PrintedLogs logs) {
    this.workers = workers;
    this.receiver = receiver;
    this.events = events;
    this.observer = observer;
    this.offers = offers;
    this.logs = logs;
  }

  void hear(WorkerNews news) {
    switch (news) {
      case WorkerNews.Leaving(String node, Duration left, String why) ->
          events.now(new Event.NodeLeaves(node, left, why));
      case WorkerNews.Printed printed -> logs.add(printed);
      case WorkerNews.OfWorker of -> hear(of);
    }
  }

  private void hear(WorkerNews.OfWorker news) {
    Optional<KnownWorkers.Role> role = workers.role(news.worker());
    workers.heard(news.worker());
    switch (news) {
      case WorkerNews.Connected up ->
          // A process that comes up late may be of a later attempt by now.
          events.now(new Event.WorkerUp(up.worker(), up.pid()));
      case WorkerNews.Back back -> back(back);
      case WorkerNews.Gone gone -> {
        role.ifPresent(known -> progress(known.attempt()));
        events.now(new Event.WorkerLost(gone.worker(), gone.exit(), gone.logTail()));
      }
      case WorkerNews.Frame frame -> role.ifPresent(known -> read(frame, known));
      case WorkerNews.Printed _ -> {}
    }
  }

  private void back(WorkerNews.Back back) {
    if (ToController.read(back.hello()) instanceof ToController.Hello hello) {
      receiver.resume(back.worker(), hello.acknowledged());
      events.now(new Event.WorkerBack(back.worker(), hello.pid(), OptionalInt.of(hello.attempt())));
    }
  }

  private void read(WorkerNews.Frame frame, KnownWorkers.Role role) {
    try {
      hear(frame.worker(), role, ToController.read(frame.bytes()));
    } catch (RuntimeException e) {
      broken(frame.worker(), role, "sent something that is not a message: " + e.getMessage());
    }
  }

  private void hear(String worker, KnownWorkers.Role role, ToController message) {
    if (message instanceof ToController.Report report) {
      report(worker, role, report);
    } else if (role.validator()) {
      validation(worker, message);
    } else {
      event(worker, message);
    }
  }

  /// A worker that does not say what it should cannot be relied on.
  private void broken(String worker, KnownWorkers.Role role, String what) {
    var thrown =
        new Event.Thrown(0, "dev.manta.wire", what, Optional.empty(), Optional.empty(), false);
    events.now(new Event.Failed(OptionalInt.of(role.attempt()), worker, thrown, Optional.empty()));
  }

  private void report(String worker, KnownWorkers.Role role, ToController.Report report) {
    switch (receiver.take(worker, report)) {
      case ReportReceiver.Taken.Kept _ -> observer.report(role.rank(), report);
      case ReportReceiver.Taken.Ignored _ -> {}
      case ReportReceiver.Taken.AfterGap(long first, long last) ->
          broken(
              worker, role, "lost metrics: reports %s to %s did not arrive".formatted(first, last));
    }
  }

  private void validation(String worker, ToController message) {
    if (message instanceof ToController.Returned returned) {
      Metrics metrics = Metrics.fromJson(Json.parse(returned.value()));
      events.now(new Event.Validated(worker, metrics, Optional.empty()));
    } else if (message instanceof ToController.Failed failed) {
      events.now(new Event.Validated(worker, Metrics.empty(), Optional.of(failed.what())));
    }
  }

  /// A message is about its own attempt, whoever sends it.
  private void event(String worker, ToController message) {
    switch (message) {
      case ToController.Ready(int attempt, String offer) ->
          events.now(
              new Event.WorkerReady(attempt, worker, Optional.of(offers.keep(worker, offer))));
      case ToController.Offered(int attempt, String offer) ->
          events.now(new Event.WorkerOffered(attempt, worker, offers.keep(worker, offer)));
      case ToController.Restated _ -> events.now(new Event.Restated(worker));
      case ToController.Warmed _ -> events.now(new Event.Warmed(worker));
      case ToController.LeftRun _ -> {} // the pool of processes has asked for it
      case ToController.Entered(int attempt) ->
          events.now(new Event.WorkerEntered(attempt, worker));
      case ToController.PartStored stored -> events.now(partStored(worker, stored));
      case ToController.PartFailed(int attempt, int ordinal, long step, String why) -> {
        receiver.withCheckpoint(worker, ordinal);
        events.now(new Event.PartFailed(attempt, worker, ordinal, step, why));
      }
      case ToController.StopAnswer answer -> events.now(stopAnswered(worker, answer));
      case ToController.Waiting waiting ->
          events.now(
              new Event.Waiting(
                  waiting.attempt(), worker, waiting.call(), waiting.millis(), waiting.missing()));
      case ToController.Arrivals(int attempt, List<Long> last) ->
          events.now(new Event.Arrived(attempt, last));
      case ToController.PeerDied(int attempt, int rank) ->
          events.now(new Event.PeerDied(attempt, worker, rank));
      case ToController.LinkLost(int attempt, List<Integer> unheard, String why) ->
          events.now(new Event.LinkLost(attempt, worker, unheard, why));
      case ToController.Unwound unwound ->
          events.now(
              new Event.Unwound(
                  unwound.attempt(), worker, Optional.of(unwound.left()), held(unwound.held())));
      case ToController.Noticed(int attempt, long millis, String by) ->
          noticed(worker, attempt, millis, by);
      case ToController.RolledBack(int attempt, long commits, String why) ->
          events.now(new Event.RolledBack(attempt, worker, commits, why));
      case ToController.Storing(int attempt) -> events.now(new Event.Storing(attempt, worker));
      case ToController.Stays(int attempt, String why) ->
          events.now(new Event.Stayed(attempt, worker, why));
      case ToController.Returned returned ->
          receiver.whenDurable(worker, () -> returned(worker, returned));
      case ToController.Failed failed -> {
        progress(failed.attempt());
        events.now(
            new Event.Failed(
                OptionalInt.of(failed.attempt()), worker, thrown(failed), held(failed.held())));
      }
      case ToController.Stacks(int attempt, String text) ->
          events.now(new Event.Stacks(attempt, worker, text));
      case ToController.Logged logged -> observer.logged(logged);
      case ToController.Load load -> observer.load(worker, load);
      case ToController.Traffic traffic -> observer.traffic(worker, traffic(traffic));
      case ToController.Hello _, ToController.Report _, ToController.Pong _ -> {}
    }
  }

  private static StorageTraffic traffic(ToController.Traffic said) {
    return new StorageTraffic(said.requests(), said.retries(), said.bytesPut(), said.bytesRead());
  }

  private void returned(String worker, ToController.Returned returned) {
    progress(returned.attempt());
    events.now(
        new Event.Returned(
            returned.attempt(),
            worker,
            returned.value(),
            returned.stopped(),
            held(returned.held())));
  }

  /// A process that has no rank in that attempt can be taken away at any time.
  private void noticed(String worker, int attempt, long millis, String by) {
    workers
        .role(worker)
        .filter(role -> role.attempt() == attempt && role.rank() >= 0)
        .ifPresent(
            role ->
                events.now(
                    new Event.Noticed(
                        OptionalInt.of(attempt),
                        new NoticedRanks.Some(List.of(role.rank())),
                        Duration.ofMillis(millis),
                        by)));
  }

  /// What is decided next must know how far ranks have come.
  private void progress(int attempt) {
    receiver.progress(attempt).ifPresent(events::now);
  }

  /// On the wire, commit 0 is nothing.
  private static Optional<HeldCommit> held(ToController.Held said) {
    return said.commit() == 0
        ? Optional.empty()
        : Optional.of(
            new HeldCommit(
                said.commit(),
                said.whole(),
                said.checksum(),
                said.step(),
                said.epoch(),
                said.size(),
                said.shards()));
  }

  private static Event.Thrown thrown(ToController.Failed failed) {
    return new Event.Thrown(
        failed.step(),
        failed.type(),
        failed.what(),
        Optional.of(failed.where()),
        Optional.of(failed.stack()),
        CONSEQUENCES.contains(failed.type()));
  }

  private static Event stopAnswered(String worker, ToController.StopAnswer answer) {
    OptionalLong at = OptionalLong.of(answer.atStep());
    return new Event.StopAnswered(answer.attempt(), worker, at, answer.accepted(), answer.step());
  }

  private Event partStored(String worker, ToController.PartStored stored) {
    StoredPart part = Bind.read(Json.parse(stored.part()), StoredPart.class);
    Metrics metrics =
        receiver
            .withCheckpoint(worker, stored.ordinal())
            .or(() -> receiver.at(worker, stored.attempt(), stored.step()))
            .map(report -> Metrics.fromJson(Json.parse(report.metrics())))
            .orElse(Metrics.empty());
    Moment moment = part.moment();
    int next = moment.midEpoch() ? moment.epoch() : moment.epoch() + 1;
    boolean whole = part.extent() instanceof Extent.Whole;
    return new Event.PartStored(
        stored.attempt(),
        worker,
        stored.ordinal(),
        stored.step(),
        new RankPart(part.rank(), whole, next, metrics, stored.part()));
  }
}
