package dev.manta.internal.control;

import dev.manta.cluster.Node;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.control.record.CheckpointHolds;
import dev.manta.internal.run.MetricReduction;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RankPart;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The effects that take storage's time: they run beside the loop, and tell it how they went.
final class CheckpointEffects {
  private static final Duration YOUNG = Duration.ofHours(1);

  private final CheckpointStore store;
  private final RunEnvironment environment;
  private final Supplier<List<Node>> nodes;
  private final Map<String, ReportReduction> reductions;
  private final BooleanSupplier mayChange;
  private final CheckpointHolds holds;
  private final Instant begun;
  private final Phaser deleting = new Phaser(1);

  /// @param nodes what the run has been granted
  /// @param reductions how metrics are reduced over ranks
  /// @param holds what somebody beside the run needs
  /// @param mayChange whether nobody has taken the run over: a process that slept, and does now
  ///   what it was about to do, must not undo what another one has done since
  CheckpointEffects(
      RunEnvironment environment,
      Supplier<List<Node>> nodes,
      Map<String, ReportReduction> reductions,
      CheckpointHolds holds,
      BooleanSupplier mayChange) {
    this.store = environment.checkpoints();
    this.environment = environment;
    this.nodes = nodes;
    this.reductions = Map.copyOf(reductions);
    this.holds = holds;
    this.mayChange = mayChange;
    this.begun = environment.clock().instant();
  }

  void prepare(Effect.Prepare effect) {
    tell(() -> prepared(effect), why -> new Event.NotPrepared(effect.attempt(), why));
  }

  private Event prepared(Effect.Prepare effect) {
    Map<String, String> damaged = new LinkedHashMap<>();
    List<Committed> newestFirst =
        effect.candidates().stream().map(CheckpointEffects::committed).toList();
    Optional<Committed> start =
        environment
            .retry()
            .storage(
                () -> {
                  damaged.clear();
                  return store.firstIntact(
                      newestFirst,
                      damage ->
                          damaged.put(
                              damage.checkpoint(),
                              damage.file().name()
                                  + " should be "
                                  + damage.expected()
                                  + ", found "
                                  + damage.found()));
                });
    return new Event.Prepared(effect.attempt(), nodes.get(), start.map(Committed::name), damaged);
  }

  private static Committed committed(CommittedCheckpoint checkpoint) {
    return new Committed(checkpoint.name(), checkpoint.manifestHash());
  }

  void commit(Effect.CommitCheckpoint effect) {
    tell(
        () -> stored(effect),
        why -> new Event.CheckpointNotStored(effect.attempt(), effect.ordinal(), why));
  }

  private Event stored(Effect.CommitCheckpoint effect) {
    List<StoredPart> parts =
        effect.parts().stream()
            .map(part -> Bind.read(Json.parse(part.part()), StoredPart.class))
            .toList();
    if (!mayChange.getAsBoolean()) {
      throw new IllegalStateException("another controller has taken the run over");
    }
    List<Metrics> reported = effect.parts().stream().map(RankPart::metrics).toList();
    Json metrics = MetricReduction.of(reported, reductions).toJson();
    Committed committed = environment.retry().storage(() -> store.commit(parts, metrics));
    return new Event.CheckpointStored(
        effect.attempt(), effect.ordinal(), committed.name(), committed.hash());
  }

  /// What cannot be deleted now is swept later.
  void delete(List<String> names) {
    deleting.register();
    quietly(
        "delete checkpoints " + names,
        () -> names.stream().filter(holds::mayDelete).forEach(store::delete),
        deleting::arriveAndDeregister);
  }

  /// Waits for what is being deleted, within a limit.
  void awaitDeleted(Duration limit) throws InterruptedException {
    try {
      deleting.awaitAdvanceInterruptibly(
          deleting.arrive(), limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException swept) {
      // It is swept when the run continues.
    }
  }

  /// What is young is measured from the controller's begin: whatever ranks store in its time, or
  /// another one commits, is younger, however far the clock is set meanwhile.
  void sweep(KeptCheckpoints kept, int attempt) {
    quietly("sweep orphans", () -> store.sweepOrphans(needed(kept), attempt, begun, YOUNG));
  }

  /// Nobody uploads any more, and this run may never be continued. On a local disk there is nothing
  /// that only a sweep would see.
  void sweepUploads() {
    deleting.register();
    quietly("sweep uploads", store::sweepUploads, deleting::arriveAndDeregister);
  }

  private Set<String> needed(KeptCheckpoints kept) {
    return Stream.concat(kept.stream().map(CommittedCheckpoint::name), holds.all().stream())
        .collect(Collectors.toSet());
  }

  void sweepCatalog(KeptCheckpoints kept) {
    quietly(
        "sweep lists of checkpoints",
        () -> environment.records().catalog().sweep(kept.segments(), begun, YOUNG));
  }

  private void quietly(String what, Runnable work) {
    quietly(what, work, () -> {});
  }

  private void quietly(String what, Runnable work, Runnable done) {
    environment
        .beside()
        .execute(
            () -> {
              try {
                environment
                    .retry()
                    .storage(
                        () -> {
                          if (mayChange.getAsBoolean()) {
                            work.run();
                          }
                          return true;
                        });
              } catch (RuntimeException e) {
                System.getLogger("dev.manta.control")
                    .log(System.Logger.Level.DEBUG, "cannot " + what + ": " + e.getMessage());
              } finally {
                done.run();
              }
            });
  }

  private void tell(Supplier<Event> work, Function<String, Event> failed) {
    environment
        .beside()
        .execute(
            () -> {
              Event event;
              try {
                event = work.get();
              } catch (RuntimeException e) {
                event = failed.apply(String.valueOf(e.getMessage()));
              } catch (VirtualMachineError | LinkageError e) {
                event = failed.apply(e.toString());
              }
              environment.post().now(event);
            });
  }
}
