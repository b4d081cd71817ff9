package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.CallMismatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Moves the bytes of one operation after the other over the links of some ranks, in the caller's
/// thread: reads what is ready, writes what fits, folds what is complete.
final class LinkPump {
  private final int me;
  private final RankLink[] links;
  private final LinkWait wait;
  private final GroupGuard guard;
  private final CallMeter meter;
  private final CallHeader[] headers;
  private volatile boolean busy;
  private boolean begun;
  private int arrived;
  private int last;

  /// A pump for rank `me` and the ranks at the other ends of the wires.
  LinkPump(int me, List<RankLink> links, LinkWait wait, GroupGuard guard, CallMeter meter) {
    this.me = me;
    this.links =
        links.stream().sorted(Comparator.comparingInt(RankLink::rank)).toArray(RankLink[]::new);
    this.wait = wait;
    this.guard = guard;
    this.meter = meter;
    this.headers = new CallHeader[links.size() + 1];
  }

  /// Runs an operation to its end; returns all headers in rank order.
  CallHeader[] run(CallHeader header, LinkOperation operation) {
    guard.check(header);
    start(header, operation);
    busy = true;
    try {
      pump(header, operation);
    } finally {
      busy = false;
      meter.waited(wait.waited());
    }
    meter.last(last);
    return headers;
  }

  private void start(CallHeader header, LinkOperation operation) {
    headers[position(me)] = header;
    arrived = 0;
    last = me;
    begun = false;
    wait.start();
    for (RankLink link : links) {
      link.start(header, operation.flow(link.rank()));
    }
  }

  private void pump(CallHeader header, LinkOperation operation) {
    while (true) {
      boolean moved = move(header);
      if (!begun && arrived == links.length) {
        begin(header, operation);
        moved = true;
      }
      moved |= begun && operation.work();
      if (begun && operation.done() && wiresDone()) {
        return;
      }
      rest(moved, header);
    }
  }

  private boolean wiresDone() {
    for (RankLink link : links) {
      if (!link.done()) {
        return false;
      }
    }
    return true;
  }

  private boolean move(CallHeader header) {
    boolean moved = false;
    for (RankLink link : links) {
      try {
        moved |= move(link);
      } catch (IOException e) {
        guard.lost(link.rank(), e, header);
      }
    }
    return moved;
  }

  private boolean move(RankLink link) throws IOException {
    boolean awaited = !link.arrived();
    boolean sent = link.send();
    boolean moved = link.receive() || sent;
    if (awaited && link.arrived()) {
      headers[position(link.rank())] = link.header();
      arrived++;
      last = wait.hasWaited() ? link.rank() : me;
    }
    return moved;
  }

  private void rest(boolean moved, CallHeader header) {
    if (moved) {
      wait.moved();
    } else {
      guard.check(header);
      if (!wait.pause(links)) {
        guard.late(laggard(), wait.limit(), header);
      }
    }
  }

  private int laggard() {
    for (RankLink link : links) {
      if (!link.arrived()) {
        return link.rank();
      }
    }
    for (RankLink link : links) {
      if (!link.done()) {
        return link.rank();
      }
    }
    return me;
  }

  private void begin(CallHeader header, LinkOperation operation) {
    agree(header);
    meter.agreed(CallHeader.control(headers));
    operation.begin(headers);
    begun = true;
  }

  private void agree(CallHeader header) {
    for (int position = 1; position < headers.length; position++) {
      if (!headers[0].agrees(headers[position])) {
        announce(header);
        throw disagreement(position);
      }
    }
  }

  /// Of a message, the receiver speaks first.
  private CallMismatch disagreement(int position) {
    boolean swap = headers[0].kind() == CallKind.SEND && rank(0) != me;
    int first = swap ? position : 0;
    int second = swap ? 0 : position;
    return new CallMismatch(rank(first), headers[first], rank(second), headers[second]);
  }

  /// Everybody must see this rank's header before it leaves in anger.
  private void announce(CallHeader header) {
    while (!announced()) {
      rest(move(header), header);
    }
  }

  private boolean announced() {
    for (RankLink link : links) {
      if (!link.announced()) {
        return false;
      }
    }
    return true;
  }

  private int position(int rank) {
    int position = rank > me ? 1 : 0;
    for (RankLink link : links) {
      position += link.rank() < rank ? 1 : 0;
    }
    return position;
  }

  private int rank(int position) {
    int mine = position(me);
    return position == mine ? me : links[position < mine ? position : position - 1].rank();
  }

  /// The ranks whose headers have not come; any thread may ask.
  List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    for (RankLink link : links) {
      if (busy && !link.arrived()) {
        missing.add(link.rank());
      }
    }
    return missing;
  }
}
