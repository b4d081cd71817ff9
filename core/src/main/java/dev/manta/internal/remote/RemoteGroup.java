package dev.manta.internal.remote;

import dev.manta.cluster.Exit;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.local.WorkerProgram;
import dev.manta.internal.wire.Frame;
import dev.manta.internal.wire.ToController;
import dev.manta.storage.Location;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/// The workers of one run on other hosts. What the run wants of each is kept here, so that a node
/// that has forgotten hears it again; nodes do the rest.
final class RemoteGroup implements WorkerGroup {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);

  private final int number;
  private final RemoteCode code;
  private final GroupSettings settings;
  private final Consumer<WorkerNews> news;
  private final Function<String, NodeCall> calls;
  private final Consumer<RemoteGroup> over;
  private final Map<String, RemoteWorker> workers = new LinkedHashMap<>();
  private final Set<String> nodes = new LinkedHashSet<>();
  private final Set<String> closing = new HashSet<>();
  private final Set<String> deaf = new HashSet<>();
  private final Map<String, Boolean> busy = new HashMap<>();
  private final Set<String> asking = new HashSet<>();
  private final LostWorkers lostWorkers = new LostWorkers();
  private boolean released;
  private BooleanSupplier holdsRun = () -> true;
  private boolean closed;

  /// @param over is told when nobody needs it any more
  RemoteGroup(
      int number,
      RemoteCode code,
      GroupSettings settings,
      Consumer<WorkerNews> news,
      Function<String, NodeCall> calls,
      Consumer<RemoteGroup> over) {
    this.number = number;
    this.code = code;
    this.settings = settings;
    this.news = news;
    this.calls = calls;
    this.over = over;
  }

  int number() {
    return number;
  }

  /// Opens it on the nodes that were granted.
  void open(List<String> granted) {
    synchronized (this) {
      nodes.addAll(granted);
    }
    granted.forEach(node -> calls.apply(node).open(this));
  }

  private void tell(String node, ToNode message) {
    tell(node, message, "");
  }

  private void tell(String node, ToNode message, String replaces) {
    synchronized (this) {
      if (closed) {
        return;
      }
      nodes.add(node);
    }
    calls.apply(node).tell(this, message, replaces);
  }

  /// All that a node has to hear of this run.
  ///
  /// @param again whether it may have heard it before
  synchronized List<ToNode> opening(String node, boolean again) {
    if (released) {
      return List.of();
    }
    asking.clear();
    // Lost workers may run there though this call of the node has not opened the run before.
    boolean ends = lostWorkers.opens(node) || again;
    List<RemoteWorker> there =
        workers.values().stream().filter(each -> each.spec().node().equals(node)).toList();
    List<String> kept =
        there.stream().filter(RemoteWorker::stays).map(each -> each.spec().worker()).toList();
    List<ToNode> all = new ArrayList<>();
    all.add(new ToNode.Prepare(code.number(), code.code()));
    all.add(
        new ToNode.Open(
            number,
            terms(),
            code.number(),
            code.first(),
            start(),
            ends ? Optional.of(kept) : Optional.empty()));
    for (RemoteWorker each : there) {
      all.add(again ? each.askedAgain(number) : each.asked(number));
      if (each.killed()) {
        all.add(new ToNode.Kill(number, each.spec().worker()));
      }
    }
    if (closed) {
      all.add(new ToNode.Close(number));
    }
    return all;
  }

  private ToNode.RunTerms terms() {
    Duration asked = settings.orphanLimit();
    Duration least = GroupSettings.ORPHAN_ELSEWHERE;
    Duration limit = asked.compareTo(least) < 0 ? least : asked;
    return new ToNode.RunTerms(settings.run(), settings.term(), limit, settings.lease());
  }

  private ToNode.Start start() {
    return new ToNode.Start(
        workers(),
        settings.variables(),
        WorkerProgram.wishes(settings.variables()),
        Location.directory().toString());
  }

  private ToNode.Workers workers() {
    return switch (settings.runtime()) {
      case WorkerRuntime.Jvm jvm -> new ToNode.Workers.Jvms(jvm.options());
      case WorkerRuntime.Interpreter interpreter ->
          new ToNode.Workers.Interpreters(
              interpreter.command(),
              interpreter.variables(),
              interpreter.folders().stream().map(WorkerRuntime.Folder::variable).toList());
    };
  }

  @Override
  public void ready(WorkerSpec worker) {
    if (add(worker, RemoteWorker.Wish.READY, 0)) {
      tell(worker.node(), new ToNode.Ready(number, worker));
    }
  }

  /// False where there is such a worker already.
  private synchronized boolean add(WorkerSpec spec, RemoteWorker.Wish wish, long pid) {
    return workers.putIfAbsent(spec.worker(), RemoteWorker.of(spec, wish, pid)) == null;
  }

  @Override
  public void start(WorkerSpec worker) {
    synchronized (this) {
      RemoteWorker known = workers.get(worker.worker());
      boolean begun = known != null && !known.stays() && known.spec().equals(worker);
      if (known != null && !begun) {
        throw new IllegalArgumentException("worker " + worker.worker() + " was started before");
      }
      workers.put(worker.worker(), RemoteWorker.of(worker, RemoteWorker.Wish.RUN, 0));
    }
    tell(worker.node(), new ToNode.Begin(number, worker));
  }

  @Override
  public void seat(WorkerSpec worker) {
    if (change(worker.worker(), known -> known.seated(worker)).isPresent()) {
      tell(worker.node(), new ToNode.Seat(number, worker));
    }
  }

  private synchronized Optional<RemoteWorker> change(
      String worker, Function<RemoteWorker, RemoteWorker> how) {
    return Optional.ofNullable(workers.computeIfPresent(worker, (_, known) -> how.apply(known)));
  }

  private Optional<RemoteWorker> known(String worker) {
    return change(worker, known -> known);
  }

  @Override
  public void send(String worker, byte[] frame) {
    Optional<RemoteWorker> known = known(worker);
    if (known.isPresent() && frame.length > 0) {
      String replaces =
          Frame.isReplacedByLater(frame) ? number + " " + worker + " " + Frame.kind(frame) : "";
      tell(known.get().spec().node(), new ToNode.Send(number, worker, frame), replaces);
    }
  }

  @Override
  public void kill(String worker) {
    change(worker, RemoteWorker::dead)
        .ifPresent(known -> tell(known.spec().node(), new ToNode.Kill(number, worker)));
  }

  /// What the node said when it was last asked. One that does not answer keeps its workers from
  /// answering, too.
  @Override
  public boolean isBusy(String worker) {
    Optional<RemoteWorker> known = known(worker);
    if (known.isEmpty()) {
      return false;
    }
    String node = known.get().spec().node();
    boolean last;
    synchronized (this) {
      if (!asking.add(worker)) {
        return true;
      }
      last = busy.getOrDefault(worker, false);
    }
    tell(node, new ToNode.AskBusy(number, worker));
    return last || !calls.apply(node).isJoined();
  }

  @Override
  public String giveUp(WorkerSpec worker, long pid) {
    synchronized (this) {
      deaf.add(worker.worker());
    }
    tell(worker.node(), new ToNode.GiveUp(number, worker, pid));
    String process = pid == 0 ? "its process" : "process " + pid;
    return "look at %s on node %s with `ps`; the log of the node's daemon says what it knows"
        .formatted(process, worker.node());
  }

  @Override
  public void fence(WorkerSpec worker, long pid) {
    add(worker, RemoteWorker.Wish.FENCE, pid);
    tell(worker.node(), new ToNode.Fence(number, worker, pid));
  }

  @Override
  public void adopt(WorkerSpec worker, long pid) {
    add(worker, RemoteWorker.Wish.ADOPT, pid);
    tell(worker.node(), new ToNode.Adopt(number, worker, pid, -1));
  }

  /// A node says something of this run.
  void hear(String node, FromNode.OfGroup message) {
    switch (message) {
      case FromNode.Opened _ -> opened(node);
      case FromNode.AskLease(int _, int asked) -> lease(node, asked);
      case FromNode.Refused(int _, String why) -> refused(node, why);
      case FromNode.IsBusy(int _, String worker, boolean flag) -> heardBusy(worker, flag);
      case FromNode.Closed _ -> closedBy(node);
      case FromNode.Told(int _, WorkerNews.OfWorker told) -> hear(told);
    }
  }

  /// The node has ended whoever was lost with it.
  private void opened(String node) {
    List<String> over;
    synchronized (this) {
      over = lostWorkers.ended(node);
    }
    over.forEach(worker -> news.accept(new WorkerNews.Gone(worker, new Exit.Unseen(), "")));
  }

  @Override
  public synchronized void leaseWhile(BooleanSupplier holds) {
    holdsRun = holds;
  }

  /// A node that is lost is not answered, nor is any by a controller whose run somebody else may
  /// have taken, so from then on its lease runs out.
  private void lease(String node, int asked) {
    boolean ours;
    synchronized (this) {
      ours = !released && holdsRun.getAsBoolean();
    }
    if (ours) {
      calls.apply(node).tellIfOpen(this, new ToNode.Lease(number, asked));
    }
  }

  /// Whoever is started there next is asked for anew.
  private void refused(String node, String why) {
    synchronized (this) {
      nodes.remove(node);
    }
    calls.apply(node).forget(this);
    lost(node, why, true);
  }

  private synchronized void heardBusy(String worker, boolean flag) {
    busy.put(worker, flag);
    asking.remove(worker);
  }

  private synchronized void closedBy(String node) {
    closing.remove(node);
    notifyAll();
  }

  private void hear(WorkerNews.OfWorker told) {
    if (told instanceof WorkerNews.Frame(String _, byte[] frame) && Frame.isOfADeath(frame)) {
      suspect(frame);
    }
    Optional<RemoteWorker> known =
        switch (told) {
          case WorkerNews.Connected(String worker, long pid) ->
              change(worker, each -> each.up(pid));
          case WorkerNews.Printed printed ->
              change(
                  printed.worker(),
                  each -> each.printed(printed.bytes().length + printed.leftOut()));
          case WorkerNews.Gone gone -> remove(gone.worker());
          case WorkerNews.Back _, WorkerNews.Frame _ -> known(told.worker());
        };
    if (known.isPresent() && (told instanceof WorkerNews.Gone || !isDeaf(told.worker()))) {
      news.accept(told);
    }
  }

  /// A rank has seen another one die. If its node is not heard now either, nobody needs to wait for
  /// that.
  private void suspect(byte[] frame) {
    if (ToController.read(frame) instanceof ToController.PeerDied(int _, int rank)) {
      nodesOf(rank).forEach(node -> calls.apply(node).suspect());
    }
  }

  private synchronized Set<String> nodesOf(int rank) {
    Set<String> found = new HashSet<>();
    workers.values().stream()
        .map(RemoteWorker::spec)
        .filter(spec -> spec.rank() == rank)
        .forEach(spec -> found.add(spec.node()));
    return found;
  }

  private synchronized boolean isDeaf(String worker) {
    return deaf.contains(worker);
  }

  private synchronized Optional<RemoteWorker> remove(String worker) {
    busy.remove(worker);
    asking.remove(worker);
    return Optional.ofNullable(workers.remove(worker));
  }

  /// Tells news that is not of a worker.
  void pass(WorkerNews told) {
    news.accept(told);
  }

  /// A node has no part of the run any more.
  synchronized void forget(String node) {
    nodes.remove(node);
  }

  /// A node is lost with all workers on it.
  ///
  /// @param refused whether it would not have the run
  void lost(String node, String why, boolean refused) {
    List<RemoteWorker> there;
    synchronized (this) {
      there = workers.values().stream().filter(each -> each.spec().node().equals(node)).toList();
      there.forEach(each -> remove(each.spec().worker()));
    }
    for (RemoteWorker each : there) {
      boolean never = refused && each.wish() == RemoteWorker.Wish.RUN && each.pid() == 0;
      Exit exit =
          never
              ? new Exit.NotStarted("node " + node + " refused: " + why)
              : new Exit.Unreachable(node, why);
      if (each.stays()) {
        lost(each.spec(), exit);
      }
    }
    closedBy(node);
  }

  private void lost(WorkerSpec spec, Exit exit) {
    synchronized (this) {
      if (settings.lease().isPositive() && exit instanceof Exit.Unreachable) {
        lostWorkers.add(spec);
      }
    }
    news.accept(new WorkerNews.Gone(spec.worker(), exit, ""));
  }

  @Override
  public void release() {
    List<String> all;
    synchronized (this) {
      released = true;
      all = List.copyOf(nodes);
    }
    all.forEach(node -> calls.apply(node).tellIfOpen(this, new ToNode.Release(number)));
  }

  @Override
  public void close() {
    List<String> all;
    synchronized (this) {
      if (released || closed) {
        return;
      }
      closed = true;
      all = List.copyOf(nodes);
      closing.addAll(all);
    }
    for (String node : all) {
      NodeCall call = calls.apply(node);
      call.tellIfOpen(this, new ToNode.Close(number));
      if (call.standing() == NodeCall.Standing.LOST) {
        closedBy(node);
      }
    }
    awaitClosed();
    over.accept(this);
  }

  private void awaitClosed() {
    long end = System.nanoTime() + CLOSE_LIMIT.toNanos();
    Set<String> silent;
    synchronized (this) {
      try {
        long left = end - System.nanoTime();
        while (!closing.isEmpty() && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
          left = end - System.nanoTime();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      silent = Set.copyOf(closing);
    }
    silent.forEach(node -> lost(node, "it has not ended its workers in time", false));
    List.copyOf(nodes).stream()
        .map(calls)
        .filter(call -> call.standing() != NodeCall.Standing.LOST)
        .forEach(call -> call.forget(this));
  }
}
