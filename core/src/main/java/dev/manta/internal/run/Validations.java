package dev.manta.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checkpoints that wait to be scored, and the process that scores one now.
public record Validations(List<String> queue, Optional<Running> running) {
  /// A validation process and the checkpoint it scores.
  public record Running(String worker, String checkpoint, Phase phase, boolean answered) {
    Running phase(Phase next) {
      return new Running(worker, checkpoint, next, answered);
    }

    Running withAnswer() {
      return new Running(worker, checkpoint, phase, true);
    }
  }

  static final Validations NONE = new Validations(List.of(), Optional.empty());

  public Validations {
    queue = List.copyOf(queue);
  }

  boolean idle() {
    return queue.isEmpty() && running.isEmpty();
  }

  boolean needs(String checkpoint) {
    return queue.contains(checkpoint)
        || running.filter(now -> now.checkpoint().equals(checkpoint)).isPresent();
  }

  Validations with(String checkpoint) {
    List<String> more = new ArrayList<>(queue);
    more.add(checkpoint);
    return new Validations(more, running);
  }

  Validations start(String worker) {
    Running next = new Running(worker, queue.getFirst(), Phase.STARTING, false);
    return new Validations(queue.subList(1, queue.size()), Optional.of(next));
  }

  Validations withoutFirst() {
    return new Validations(queue.subList(1, queue.size()), running);
  }

  Validations running(Running now) {
    return new Validations(queue, Optional.of(now));
  }

  Validations done() {
    return new Validations(queue, Optional.empty());
  }

  Validations dropped() {
    return new Validations(List.of(), running);
  }

  /// Those still to do after the process that knew of them is gone.
  Validations again() {
    List<String> all = new ArrayList<>();
    running.filter(now -> !now.answered()).ifPresent(now -> all.add(now.checkpoint()));
    all.addAll(queue);
    return new Validations(all, Optional.empty());
  }
}
