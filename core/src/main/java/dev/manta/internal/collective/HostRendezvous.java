package dev.manta.internal.collective;

import dev.manta.collective.Collectives;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.Settings.Transport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A process that offers shared memory.
final class HostRendezvous implements Rendezvous {
  /// What all slots of a group take together: small enough for the cache, and to fill with zeros.
  private static final long SLOTS = 8 << 20;

  private final Settings settings;
  private final Offer offer;

  HostRendezvous(Settings settings) {
    this.settings = settings;
    directories().forEach(Host::sweep);
    this.offer =
        new Offer(Host.key(), ProcessHandle.current().pid(), Host.fileName(), lifeFile(), "");
  }

  private boolean portable() {
    return settings.transport() == Transport.PORTABLE || !Native.linux();
  }

  private List<Path> directories() {
    return portable() || !Files.isDirectory(Host.SHARED)
        ? List.of(settings.directory())
        : List.of(Host.SHARED, settings.directory());
  }

  private String lifeFile() {
    return portable() ? "" : Life.in(settings.directory()).toString();
  }

  @Override
  public String offer() {
    return offer.text();
  }

  @Override
  public Collectives join(Plan plan) {
    if (plan.offers().stream().map(Offer::host).distinct().count() > 1) {
      throw new MantaException(ErrorCode.MANTA, "shared memory cannot join several hosts");
    }
    return new Group(plan.membership(), meter -> engine(plan, meter));
  }

  /// The engine of ranks that are all on this host.
  Engine engine(Plan plan, Meter meter) {
    boolean futex = !portable() && Futex.available();
    var setup = new ShmPlace.Setup(new FileRegions(directories()), settings.limit(), futex, SLOTS);
    return ShmEngine.join(setup, plan, meter);
  }

  @Override
  public void close() {}
}
