package dev.manta.internal.control;

import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunSize;
import java.util.List;
import java.util.function.Consumer;

/// What a run has been granted. The rules hear of every change once the run has begun, and of what
/// they have missed at the next tick.
final class GrantedNodes implements Consumer<Grant> {
  private final EventQueue events;
  private volatile Grant grant = Grant.NONE;
  private volatile boolean begun;

  GrantedNodes(EventQueue events) {
    this.events = events;
  }

  Grant grant() {
    return grant;
  }

  List<Node> nodes() {
    return grant.nodes();
  }

  @Override
  public void accept(Grant now) {
    grant = now;
    if (begun) {
      tell();
    }
  }

  void begin() {
    begun = true;
  }

  /// A run that waits may have looked between two changes, so it is told each time.
  void tick(RunSize known) {
    if (known.waits().isPresent() || !known.nodes().equals(nodes())) {
      tell();
    }
  }

  private void tell() {
    events.now(new Event.NodesSeen(nodes()));
  }
}
