package dev.manta.internal.collective.group;

import dev.manta.collective.Collectives;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.GroupPlan;

/// How a process gets into a group without guessing anything: it makes an offer, the controller
/// collects all offers, and everybody joins with the full list. One offer is good for one group; a
/// process makes the next one while the old group still stands.
public interface Rendezvous extends AutoCloseable {
  /// Gets ready to join a group: opens what others will need to reach this process.
  static Rendezvous open(CollectiveSettings settings) {
    return settings.listens() ? new NetRendezvous(settings) : new HostRendezvous(settings);
  }

  /// One short line for the controller.
  String offer();

  /// Forms the group, together with all others of the plan; ends within the settings' limit.
  Collectives join(GroupPlan plan);

  /// Takes the offer back if nobody joined with it.
  @Override
  void close();
}
