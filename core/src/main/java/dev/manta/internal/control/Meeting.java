package dev.manta.internal.control;

import dev.manta.internal.wire.ToWorker;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Where the ranks of an attempt find each other: collects how each is reached, and tells all of
/// them once all have said so. Ranks come here when their function first uses collectives.
final class Meeting {
  private final Roster roster;
  private final BiConsumer<String, ToWorker> send;
  private final Map<Integer, String> offers = new TreeMap<>();
  private int attempt;

  Meeting(Roster roster, BiConsumer<String, ToWorker> send) {
    this.roster = roster;
    this.send = send;
  }

  /// Called on the threads that read from workers.
  synchronized void offered(String worker, int inAttempt, String offer) {
    if (inAttempt < attempt) {
      return;
    }
    if (inAttempt > attempt) {
      attempt = inAttempt;
      offers.clear();
    }
    roster.role(worker).ifPresent(role -> offers.put(role.rank(), offer));
    List<String> members = roster.members(attempt);
    if (offers.size() == members.size()) {
      var all = new ToWorker.Gathered(attempt, List.copyOf(offers.values()));
      members.forEach(member -> send.accept(member, all));
    }
  }
}
