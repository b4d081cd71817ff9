package dev.manta.internal.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// What a worker has said and would have to say again to a new controller: reports that nobody has
/// acknowledged, and what it has said in its attempt, except of checkpoints that are decided.
///
/// Any thread may use it.
public final class Repeats {
  private final Deque<ToController.Report> reports = new ArrayDeque<>();
  private final List<ToController> said = new ArrayList<>();

  /// The worker says something.
  public synchronized void add(ToController message) {
    boolean report = message instanceof ToController.Report;
    if (report) {
      reports.add((ToController.Report) message);
    }
    if (message.lasts() && (!report || message.checkpoint() != 0)) {
      said.add(message);
    }
  }

  /// Reports up to this one are durable.
  public synchronized void acknowledged(long upTo) {
    while (!reports.isEmpty() && reports.getFirst().sequence() <= upTo) {
      reports.removeFirst();
    }
  }

  /// It is known what became of a checkpoint.
  public synchronized void decided(int checkpoint) {
    said.removeIf(message -> message.checkpoint() == checkpoint);
  }

  /// The worker joins another attempt.
  public synchronized void begin() {
    said.clear();
  }

  /// What is to be said again, in order: reports first, as what follows may be about them.
  public synchronized List<ToController> all() {
    List<ToController> all = new ArrayList<>(reports);
    all.addAll(said);
    return all;
  }
}
