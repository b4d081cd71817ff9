package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.tcp.link.LinkKind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The links for values from one rank to one other, made when first used: sending and receiving
/// continue beside the collective operations.
final class PointToPoint implements AutoCloseable {
  private final GroupRanks ranks;
  private final GroupGuard guard;
  private final Map<Integer, ValueSender> outboxes = new ConcurrentHashMap<>();
  private final Map<Integer, ValueReceiver> inboxes = new ConcurrentHashMap<>();
  private final Arena arena;

  PointToPoint(GroupRanks ranks, GroupGuard guard, Arena arena) {
    this.ranks = ranks;
    this.guard = guard;
    this.arena = arena;
  }

  ValueSender to(int rank, Runnable check) throws IOException {
    ValueSender known = outboxes.get(rank);
    if (known == null) {
      RankLink link = new RankLink(rank, ranks.call(rank, LinkKind.MAIL, check), ranks.heard());
      LinkWait wait = watching(link);
      known = new ValueSender(link, wait, guard, new Staging(arena));
      outboxes.put(rank, known);
    }
    return known;
  }

  ValueReceiver from(int rank, Runnable check) throws IOException {
    ValueReceiver known = inboxes.get(rank);
    if (known == null) {
      RankLink link = RankLink.silent(rank, ranks.await(rank, LinkKind.MAIL, check), ranks.heard());
      LinkWait wait = watching(link);
      LinkPump pump = new LinkPump(ranks.me(), List.of(link), wait, guard, SilentMeter.INSTANCE);
      known = new ValueReceiver(pump, link, wait, new Staging(arena));
      inboxes.put(rank, known);
    }
    return known;
  }

  private LinkWait watching(RankLink link) throws IOException {
    LinkWait wait = ranks.patience();
    try {
      wait.watch(link);
      return wait;
    } catch (IOException e) {
      wait.close();
      link.link().close();
      throw e;
    }
  }

  /// The ranks that a receive waits for.
  List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    inboxes.values().forEach(receiver -> missing.addAll(receiver.pump().missing()));
    return missing;
  }

  void wake() {
    outboxes.values().forEach(ValueSender::wake);
    inboxes.values().forEach(ValueReceiver::wake);
  }

  @Override
  public void close() {
    outboxes.values().forEach(ValueSender::close);
    inboxes.values().forEach(ValueReceiver::close);
  }
}
