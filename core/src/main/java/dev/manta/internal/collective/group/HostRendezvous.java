package dev.manta.internal.collective.group;

import dev.manta.collective.Collectives;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.CLibrary;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.shm.FileRegions;
import dev.manta.internal.collective.shm.Futex;
import dev.manta.internal.collective.shm.ProcessLife;
import dev.manta.internal.collective.shm.ShmEngine;
import dev.manta.internal.collective.shm.ShmRegion;
import dev.manta.internal.collective.shm.ThisHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A process that offers shared memory.
final class HostRendezvous implements Rendezvous {
  /// What all slots of a group take together: small enough for the cache, and to fill with zeros.
  private static final long SLOTS = 8 << 20;

  private final CollectiveSettings settings;
  private final Offer offer;

  HostRendezvous(CollectiveSettings settings) {
    this.settings = settings;
    directories().forEach(ThisHost::sweep);
    this.offer =
        new Offer(
            ThisHost.key(), ProcessHandle.current().pid(), ThisHost.fileName(), lifeFile(), "");
  }

  private boolean portable() {
    return settings.transport() == Transport.PORTABLE || !CLibrary.linux();
  }

  private List<Path> directories() {
    return portable() || !Files.isDirectory(ThisHost.SHARED)
        ? List.of(settings.directory())
        : List.of(ThisHost.SHARED, settings.directory());
  }

  private String lifeFile() {
    return portable() ? "" : ProcessLife.in(settings.directory()).toString();
  }

  @Override
  public String offer() {
    return offer.text();
  }

  @Override
  public Collectives join(GroupPlan plan) {
    if (plan.offers().stream().map(Offer::host).distinct().count() > 1) {
      throw new MantaException(ErrorCode.MANTA, "shared memory cannot join several hosts");
    }
    return new CollectiveGroup(plan.membership(), meter -> engine(plan, meter));
  }

  /// The engine of ranks that are all on this host.
  Engine engine(GroupPlan plan, CallMeter meter) {
    boolean futex = !portable() && Futex.available();
    var setup = new ShmRegion.Setup(new FileRegions(directories()), settings.limit(), futex, SLOTS);
    return ShmEngine.join(setup, plan, meter);
  }

  @Override
  public void close() {}
}
