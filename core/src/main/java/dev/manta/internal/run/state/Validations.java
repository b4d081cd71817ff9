package dev.manta.internal.run.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checkpoints that wait to be scored, and the process that scores one now.
public record Validations(List<String> queue, Optional<Running> running) {
  /// A validation process, where it sits, and the checkpoint it scores.
  public record Running(
      String worker, Seat seat, String checkpoint, WorkerPhase phase, boolean answered) {
    public Running phase(WorkerPhase next) {
      return new Running(worker, seat, checkpoint, next, answered);
    }

    public Running withAnswer() {
      return new Running(worker, seat, checkpoint, phase, true);
    }
  }

  static final Validations NONE = new Validations(List.of(), Optional.empty());

  public Validations {
    queue = List.copyOf(queue);
  }

  public boolean idle() {
    return queue.isEmpty() && running.isEmpty();
  }

  public boolean needs(String checkpoint) {
    return queue.contains(checkpoint)
        || running.filter(now -> now.checkpoint().equals(checkpoint)).isPresent();
  }

  public Validations with(String checkpoint) {
    List<String> more = new ArrayList<>(queue);
    more.add(checkpoint);
    return new Validations(more, running);
  }

  public Validations start(String worker, Seat seat) {
    Running next = new Running(worker, seat, queue.getFirst(), WorkerPhase.STARTING, false);
    return new Validations(queue.subList(1, queue.size()), Optional.of(next));
  }

  public Validations withoutFirst() {
    return new Validations(queue.subList(1, queue.size()), running);
  }

  public Validations running(Running now) {
    return new Validations(queue, Optional.of(now));
  }

  public Validations done() {
    return new Validations(queue, Optional.empty());
  }

  public Validations dropped() {
    return new Validations(List.of(), running);
  }

  /// Those still to do after the process that knew of them is gone.
  public Validations again() {
    List<String> all = new ArrayList<>();
    running.filter(now -> !now.answered()).ifPresent(now -> all.add(now.checkpoint()));
    all.addAll(queue);
    return new Validations(all, Optional.empty());
  }
}
