package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Disagreement;
import dev.manta.internal.collective.Header;
import dev.manta.internal.collective.Kind;
import dev.manta.internal.collective.Meter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Moves the bytes of one operation after the other over the links of some ranks, in the caller's
/// thread: reads what is ready, writes what fits, folds what is complete.
final class Pump {
  private final int me;
  private final Wire[] wires;
  private final Patience patience;
  private final Ties ties;
  private final Meter meter;
  private final Header[] headers;
  private volatile boolean busy;
  private boolean begun;
  private int arrived;
  private int last;

  /// A pump for rank `me` and the ranks at the other ends of the wires.
  Pump(int me, List<Wire> wires, Patience patience, Ties ties, Meter meter) {
    this.me = me;
    this.wires = wires.stream().sorted(Comparator.comparingInt(Wire::rank)).toArray(Wire[]::new);
    this.patience = patience;
    this.ties = ties;
    this.meter = meter;
    this.headers = new Header[wires.size() + 1];
  }

  /// Runs an operation to its end; returns all headers in rank order.
  Header[] run(Header header, Traffic traffic) {
    ties.check(header);
    start(header, traffic);
    busy = true;
    try {
      pump(header, traffic);
    } finally {
      busy = false;
      meter.waited(patience.waited());
    }
    meter.last(last);
    return headers;
  }

  private void start(Header header, Traffic traffic) {
    headers[position(me)] = header;
    arrived = 0;
    last = me;
    begun = false;
    patience.start();
    for (Wire wire : wires) {
      wire.start(header, traffic.flow(wire.rank()));
    }
  }

  private void pump(Header header, Traffic traffic) {
    while (true) {
      boolean moved = move(header);
      if (!begun && arrived == wires.length) {
        begin(header, traffic);
        moved = true;
      }
      moved |= begun && traffic.work();
      if (begun && traffic.done() && wiresDone()) {
        return;
      }
      rest(moved, header);
    }
  }

  private boolean wiresDone() {
    for (Wire wire : wires) {
      if (!wire.done()) {
        return false;
      }
    }
    return true;
  }

  private boolean move(Header header) {
    boolean moved = false;
    for (Wire wire : wires) {
      try {
        moved |= move(wire);
      } catch (IOException e) {
        ties.lost(wire.rank(), e, header);
      }
    }
    return moved;
  }

  private boolean move(Wire wire) throws IOException {
    boolean awaited = !wire.arrived();
    boolean sent = wire.send();
    boolean moved = wire.receive() || sent;
    if (awaited && wire.arrived()) {
      headers[position(wire.rank())] = wire.header();
      arrived++;
      last = patience.hasWaited() ? wire.rank() : me;
    }
    return moved;
  }

  private void rest(boolean moved, Header header) {
    if (moved) {
      patience.moved();
    } else {
      ties.check(header);
      if (!patience.pause(wires)) {
        ties.late(laggard(), patience.limit(), header);
      }
    }
  }

  private int laggard() {
    for (Wire wire : wires) {
      if (!wire.arrived()) {
        return wire.rank();
      }
    }
    for (Wire wire : wires) {
      if (!wire.done()) {
        return wire.rank();
      }
    }
    return me;
  }

  private void begin(Header header, Traffic traffic) {
    agree(header);
    meter.agreed(Header.control(headers));
    traffic.begin(headers);
    begun = true;
  }

  private void agree(Header header) {
    for (int position = 1; position < headers.length; position++) {
      if (!headers[0].agrees(headers[position])) {
        announce(header);
        throw disagreement(position);
      }
    }
  }

  /// Of a message, the receiver speaks first.
  private Disagreement disagreement(int position) {
    boolean swap = headers[0].kind() == Kind.SEND && rank(0) != me;
    int first = swap ? position : 0;
    int second = swap ? 0 : position;
    return new Disagreement(rank(first), headers[first], rank(second), headers[second]);
  }

  /// Everybody must see this rank's header before it leaves in anger.
  private void announce(Header header) {
    while (!announced()) {
      rest(move(header), header);
    }
  }

  private boolean announced() {
    for (Wire wire : wires) {
      if (!wire.announced()) {
        return false;
      }
    }
    return true;
  }

  private int position(int rank) {
    int position = rank > me ? 1 : 0;
    for (Wire wire : wires) {
      position += wire.rank() < rank ? 1 : 0;
    }
    return position;
  }

  private int rank(int position) {
    int mine = position(me);
    return position == mine ? me : wires[position < mine ? position : position - 1].rank();
  }

  /// The ranks whose headers have not come; any thread may ask.
  List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    for (Wire wire : wires) {
      if (busy && !wire.arrived()) {
        missing.add(wire.rank());
      }
    }
    return missing;
  }
}
