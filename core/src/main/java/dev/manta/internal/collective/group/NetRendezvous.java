package dev.manta.internal.collective.group;

import dev.manta.collective.Collectives;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.tcp.TcpPort;
import java.io.IOException;

/// A process that listens on a socket, and offers shared memory to those of its host.
final class NetRendezvous implements Rendezvous {
  private final CollectiveSettings settings;
  private final HostRendezvous host;
  private final TcpPort port;
  private final Offer offer;

  NetRendezvous(CollectiveSettings settings) {
    this.settings = settings;
    this.host = new HostRendezvous(settings);
    this.port = listen(settings);
    this.offer = Offer.parse(host.offer()).at(port.address());
  }

  private static TcpPort listen(CollectiveSettings settings) {
    try {
      return TcpPort.open(settings.network());
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "collectives need a port: " + e.getMessage(), e);
    }
  }

  @Override
  public String offer() {
    return offer.text();
  }

  @Override
  public Collectives join(GroupPlan plan) {
    if (settings.transport() == Transport.TCP) {
      return new CollectiveGroup(
          plan.membership(), meter -> port.join(plan, settings.limit(), meter));
    }
    if (plan.offers().stream().map(Offer::host).distinct().count() == 1) {
      port.close();
      return host.join(plan);
    }
    return new CollectiveGroup(
        plan.membership(), meter -> port.join(plan, settings.limit(), meter, host::engine));
  }

  @Override
  public void close() {
    host.close();
    port.close();
  }
}
