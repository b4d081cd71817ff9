package dev.manta.internal.collective.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The links for values from one rank to one other, made when first used: sending and receiving go
/// on beside the collective operations.
final class Mail implements AutoCloseable {
  private final Roster roster;
  private final Ties ties;
  private final Map<Integer, Outbox> outboxes = new ConcurrentHashMap<>();
  private final Map<Integer, Inbox> inboxes = new ConcurrentHashMap<>();
  private final Arena arena;

  Mail(Roster roster, Ties ties, Arena arena) {
    this.roster = roster;
    this.ties = ties;
    this.arena = arena;
  }

  Outbox to(int rank, Runnable check) throws IOException {
    Outbox known = outboxes.get(rank);
    if (known == null) {
      Wire wire = new Wire(rank, roster.call(rank, Lane.MAIL, check));
      Patience patience = watching(wire);
      known = new Outbox(wire, patience, ties, new Staging(arena));
      outboxes.put(rank, known);
    }
    return known;
  }

  Inbox from(int rank, Runnable check) throws IOException {
    Inbox known = inboxes.get(rank);
    if (known == null) {
      Wire wire = Wire.silent(rank, roster.await(rank, Lane.MAIL, check));
      Patience patience = watching(wire);
      Pump pump = new Pump(roster.me(), List.of(wire), patience, ties, SilentMeter.INSTANCE);
      known = new Inbox(pump, wire, patience, new Staging(arena));
      inboxes.put(rank, known);
    }
    return known;
  }

  private Patience watching(Wire wire) throws IOException {
    Patience patience = roster.patience();
    try {
      patience.watch(wire);
      return patience;
    } catch (IOException e) {
      patience.close();
      wire.link().close();
      throw e;
    }
  }

  /// The ranks that a receive waits for.
  List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    inboxes.values().forEach(inbox -> missing.addAll(inbox.pump().missing()));
    return missing;
  }

  void wake() {
    outboxes.values().forEach(Outbox::wake);
    inboxes.values().forEach(Inbox::wake);
  }

  @Override
  public void close() {
    outboxes.values().forEach(Outbox::close);
    inboxes.values().forEach(Inbox::close);
  }
}
