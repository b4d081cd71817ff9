package dev.manta.tune.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBytes;
import dev.manta.train.Metrics;
import dev.manta.train.WorkerCount;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// An experiment whose trials are simulated: they report, save checkpoints, are lost, throw and
/// return in a random order.
final class SimulatedTrials {
  static final Space SPACE =
      Space.of().logUniform("rate", 1e-4, 1).integer("layers", 1, 8).choice("kind", "a", "b");
  static final WorkerCount WORKERS = new WorkerCount(1, 3);
  private static final int STEPS = 9;

  /// One attempt that runs.
  private static final class Attempt {
    final Order.Begin begin;
    long step;
    boolean halted;

    Attempt(Order.Begin begin) {
      this.begin = begin;
      this.step = begin.step();
    }
  }

  final TuneConfig config;
  Experiment experiment;
  final List<Entry> entries = new ArrayList<>();
  final List<Order> orders = new ArrayList<>();
  final List<Turn> turns = new ArrayList<>();
  final List<ExperimentEvent> heard = new ArrayList<>();
  private final Map<Integer, Attempt> running = new TreeMap<>();
  private final Random random;
  private long at;
  int mostBusy;

  SimulatedTrials(TuneConfig config, long seed) {
    this.config = config;
    this.experiment = new Experiment(config, SPACE, WORKERS);
    this.random = new Random(seed);
  }

  /// As if the driver had been killed when so many entries were written.
  SimulatedTrials restored(int written, long seed) {
    var next = new SimulatedTrials(config, seed);
    next.at = at;
    for (Entry each : entries.subList(0, written)) {
      Entry read = throughText(each);
      next.experiment.replay(read);
      next.entries.add(read);
    }
    return next;
  }

  static Entry throughText(Entry entry) {
    var out = new JsonBytes();
    EntryText.write(entry, out);
    return EntryText.read(Json.parse(out.array(), 0, out.length() - 1));
  }

  /// What trials may have comes and goes, as other programs take it.
  SimulatedTrials runInTurns() {
    experiment.limitWorkers(0);
    hear(new ExperimentEvent.Opened());
    assertThat(running).isEmpty();
    while (!experiment.state().isDone()) {
      int room = running.isEmpty() ? experiment.need().most() : random.nextInt(8);
      experiment.limitWorkers(room);
      take(experiment.fill(at));
      if (!experiment.state().isDone()) {
        assertThat(running).as(() -> "there is capacity for " + experiment.need()).isNotEmpty();
        step();
      }
    }
    return this;
  }

  SimulatedTrials run() {
    hear(new ExperimentEvent.Opened());
    for (int i = 0; !experiment.state().isDone(); i++) {
      if (running.isEmpty() || i > 100_000) {
        throw new AssertionError(
            "nothing runs, and the experiment is not over: " + turns.getLast());
      }
      step();
    }
    return this;
  }

  void step() {
    var all = List.copyOf(running.values());
    Attempt attempt = all.get(random.nextInt(all.size()));
    int trial = attempt.begin.trial();
    int number = attempt.begin.attempt();
    if (attempt.halted) {
      leave(trial, number, ExperimentEvent.Manner.HALTED);
      return;
    }
    switch (random.nextInt(40)) {
      case 0 -> leave(trial, number, ExperimentEvent.Manner.LOST);
      case 1 -> leave(trial, number, ExperimentEvent.Manner.THREW);
      default -> {
        if (attempt.step >= STEPS) {
          leave(trial, number, ExperimentEvent.Manner.RETURNED);
        } else {
          report(attempt);
        }
      }
    }
  }

  private void leave(int trial, int attempt, ExperimentEvent.Manner manner) {
    running.remove(trial);
    boolean quiet =
        manner == ExperimentEvent.Manner.RETURNED || manner == ExperimentEvent.Manner.HALTED;
    hear(new ExperimentEvent.Left(trial, attempt, manner, quiet ? "" : "a dice"));
  }

  private void report(Attempt attempt) {
    attempt.step++;
    int trial = attempt.begin.trial();
    double loss = attempt.begin.point().number("layers") + 1.0 / attempt.step;
    String name = "t" + trial + "-" + attempt.step + "-" + attempt.begin.attempt();
    Optional<Saved> saved =
        random.nextInt(2) == 0 ? Optional.of(new Saved(name, "hash")) : Optional.empty();
    Metrics metrics = Metrics.of("loss", random.nextInt(60) == 0 ? Double.NaN : loss);
    hear(new ExperimentEvent.Reported(trial, attempt.begin.attempt(), metrics, saved));
  }

  Turn hear(ExperimentEvent happening) {
    heard.add(happening);
    Turn turn = experiment.hear(at += random.nextInt(3), happening);
    take(turn);
    return turn;
  }

  private void take(Turn turn) {
    assertThat(turn.failure()).isEmpty();
    turns.add(turn);
    entries.addAll(turn.entries());
    orders.addAll(turn.orders());
    turn.orders().forEach(this::obey);
    mostBusy = Math.max(mostBusy, running.size());
  }

  int running() {
    return running.size();
  }

  private void obey(Order order) {
    switch (order) {
      case Order.Begin begin -> {
        if (running.put(begin.trial(), new Attempt(begin)) != null) {
          throw new AssertionError("trial " + begin.trial() + " runs twice");
        }
      }
      case Order.Continue(int trial, int attempt) -> attempt(trial, attempt);
      case Order.Resize(int trial, int attempt, _) -> attempt(trial, attempt);
      case Order.Halt(int trial, int attempt, _) -> attempt(trial, attempt).halted = true;
      case Order.Discard _ -> {}
    }
  }

  private Attempt attempt(int trial, int attempt) {
    Attempt known = running.get(trial);
    if (known == null || known.begin.attempt() != attempt) {
      throw new AssertionError("there is no attempt " + attempt + " of trial " + trial);
    }
    return known;
  }
}
