package dev.manta.cluster.node;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.internal.code.Code;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.local.NodeVariables;
import dev.manta.internal.local.WorkerProgram;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.ToNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// The workers of one run on this node, for one driver: a local group, and what is said of it, in
/// order, on a thread of its own.
final class NodeGroup {
  private static final System.Logger LOG = System.getLogger("dev.manta.node");

  private final DriverTalk talk;
  private final ToNode.Open open;
  private final WorkerLease lease;
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Set<String> known = new HashSet<>();
  private final Set<String> begun = new HashSet<>();
  private @Nullable LocalCluster cluster;
  private @Nullable WorkerGroup local;
  private @Nullable PrintedFeeds feeds;
  private @Nullable Code held;
  private boolean begins;
  private volatile boolean over;

  NodeGroup(DriverTalk talk, ToNode.Open open) {
    this.talk = talk;
    this.open = open;
    this.lease =
        new WorkerLease(
            open.terms().lease(), number -> talk.tell(new FromNode.AskLease(open.group(), number)));
  }

  /// Opens it; a second call does nothing.
  synchronized void begin() {
    if (!begins) {
      begins = true;
      Thread.ofVirtual().name("manta-node-run").start(this::work);
    }
  }

  void add(ToNode.OfGroup message) {
    if (message instanceof ToNode.Lease(int _, int number)) {
      lease.answered(number);
    } else {
      tasks.add(() -> hear(message));
    }
  }

  private void work() {
    try {
      open();
      talk.tell(new FromNode.Opened(open.group()));
      while (!over) {
        tasks.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | IOException | RuntimeException e) {
      refuse(e);
    }
  }

  private void refuse(Exception e) {
    String why = e instanceof RuntimeException ? String.valueOf(e.getMessage()) : e.toString();
    LOG.log(System.Logger.Level.WARNING, "refused run " + open.terms().run() + ": " + why);
    refuse(why);
  }

  /// Ends it with all its workers. The driver hears that once, and opens the run anew if it wants.
  void refuse(String why) {
    if (end()) {
      talk.tell(new FromNode.Refused(open.group(), why));
    }
  }

  private void open() throws IOException, ExecutionException, InterruptedException {
    String run = open.terms().run();
    Path directory = runs().of(run);
    requireShare();
    endOthers(directory);
    Code code = talk.intake().program(open.code()).get();
    take(run);
    requireShare(); // whoever took it away meanwhile has not seen this group
    List<Path> files = talk.agent().code().hold(code);
    var program =
        new WorkerProgram(
            files.subList(0, Math.min(open.first(), files.size())),
            Path.of(open.start().directory()),
            this::variables);
    var feed = new PrintedFeeds(directory, talk, open.group());
    synchronized (this) {
      held = code;
      if (over) {
        throw new IllegalStateException("the driver has gone");
      }
      feeds = feed;
      cluster = new LocalCluster(program);
      local = cluster.open(Grant.NONE, settings(files, directory), this::tell);
    }
    feed.start();
  }

  /// Until its controller has answered, the lease of the one before stands, and ends only whom that
  /// one has left.
  private void take(String run) throws IOException, InterruptedException {
    boolean leased = open.terms().isLeased();
    if (leased) {
      lease.begin();
    }
    runs().take(this, run, open.terms().term(), talk.driver());
    if (leased) {
      runs().lease(run, lease);
    } else {
      runs().endLease(run);
    }
  }

  /// A run that comes back says whom it still has.
  private void endOthers(Path directory) throws IOException {
    if (open.kept().isPresent()) {
      runs().requireLatest(open.terms().run(), open.terms().term(), talk.driver());
      LocalCluster.endOthers(directory, Set.copyOf(open.kept().get()));
    }
  }

  private NodeRuns runs() {
    return talk.agent().runs();
  }

  /// Whoever has nothing of this node is refused.
  private void requireShare() {
    if (share().isEmpty()) {
      throw new IllegalStateException(
          "run %s has no part of node %s: the head has granted this driver none, or it was given back"
              .formatted(open.terms().run(), talk.agent().settings().name()));
    }
  }

  /// What the run has of this node.
  private Optional<NodeAllocation.Share> share() {
    return talk.agent().shares().of(open.terms().run(), talk.driver());
  }

  private GroupSettings settings(List<Path> files, Path directory) throws IOException {
    List<Path> rest = files.subList(Math.min(open.first(), files.size()), files.size());
    return new GroupSettings(
        open.terms().run(),
        new NodeRuntime(talk.agent().settings().name(), directory, rest).of(open.start().workers()),
        open.start().variables(),
        directory.toString(),
        open.terms().term(),
        open.terms().orphanLimit(),
        Duration.ZERO);
  }

  private Map<String, String> variables(WorkerVariables asked) {
    Map<String, String> all = new NodeVariables(System.getenv(), open.start().wished()).of(asked);
    all.putAll(talk.agent().settings().variables());
    List<Integer> gpus = share().map(NodeAllocation.Share::gpus).orElse(List.of());
    all.putAll(VisibleGpus.of(gpus, System.getenv()));
    return all;
  }

  /// News of the local group, on its threads.
  private void tell(WorkerNews news) {
    if (news instanceof WorkerNews.OfWorker of) {
      PrintedFeeds feed = feeds();
      if (of instanceof WorkerNews.Gone gone && feed != null) {
        feed.end(gone.worker());
      }
      talk.tellInTurn(new FromNode.Told(open.group(), of));
    }
  }

  private synchronized @Nullable PrintedFeeds feeds() {
    return feeds;
  }

  private synchronized @Nullable WorkerGroup local() {
    return local;
  }

  private void hear(ToNode.OfGroup message) {
    WorkerGroup group = local();
    PrintedFeeds feed = feeds();
    if (group == null || feed == null) {
      return;
    }
    switch (message) {
      case ToNode.Open _, ToNode.Lease _ -> {}
      case ToNode.Ready(int _, WorkerSpec worker) -> ready(group, feed, worker);
      case ToNode.Begin(int _, WorkerSpec worker) -> start(group, feed, worker);
      case ToNode.Seat(int _, WorkerSpec worker) -> {
        group.seat(worker);
        feed.seated(worker);
      }
      case ToNode.Send(int _, String worker, byte[] frame) -> group.send(worker, frame);
      case ToNode.Kill(int _, String worker) -> group.kill(worker);
      case ToNode.AskBusy(int number, String worker) ->
          talk.tell(new FromNode.IsBusy(number, worker, group.isBusy(worker)));
      case ToNode.GiveUp(int _, WorkerSpec worker, long pid) -> giveUp(group, worker, pid);
      case ToNode.Fence(int _, WorkerSpec worker, long pid) -> {
        if (known.add(worker.worker())) {
          group.fence(worker, pid);
        }
      }
      case ToNode.Adopt(int _, WorkerSpec worker, long pid, long printed) -> {
        if (known.add(worker.worker())) {
          feed.begin(worker, printed);
          group.adopt(worker, pid);
        }
      }
      case ToNode.Release _ -> group.release();
      case ToNode.Close _ -> close(group);
    }
  }

  private void ready(WorkerGroup group, PrintedFeeds feed, WorkerSpec worker) {
    if (!known.contains(worker.worker()) && begun.add(worker.worker())) {
      feed.begin(worker, 0);
      group.ready(worker);
    }
  }

  private void start(WorkerGroup group, PrintedFeeds feed, WorkerSpec worker) {
    if (known.add(worker.worker())) {
      feed.begin(worker, 0);
      try {
        group.start(worker);
      } catch (RuntimeException e) {
        Exit exit = new Exit.NotStarted(String.valueOf(e.getMessage()));
        tell(new WorkerNews.Gone(worker.worker(), exit, ""));
      }
    }
  }

  private static void giveUp(WorkerGroup group, WorkerSpec worker, long pid) {
    String why = group.giveUp(worker, pid);
    LOG.log(System.Logger.Level.WARNING, "worker {0} does not end: {1}", worker.worker(), why);
  }

  private void close(WorkerGroup group) {
    group.close();
    runs().close(open.terms().run(), this);
    end();
    talk.tell(new FromNode.Closed(open.group()));
  }

  /// Leaves the workers to themselves: whoever takes them over calls before their limit is over.
  ///
  /// @return false where it was over before
  boolean letGo() {
    WorkerGroup group = local();
    if (group != null && !over) {
      group.release();
      lease.release();
      return leave();
    }
    return end();
  }

  /// Another group has the run now; the driver of this one has no other way to hear of it.
  void yieldTo(int term) {
    if (letGo()) {
      String why = "controller " + term + " has taken the run over";
      talk.tell(new FromNode.Refused(open.group(), why));
    }
  }

  boolean isOver() {
    return over;
  }

  /// Ends all workers.
  ///
  /// @return false where it was over before
  boolean end() {
    boolean first = leave();
    if (first) {
      runs().end(lease, open.terms().run());
    }
    return first;
  }

  /// Ends all workers that were not let go.
  private boolean leave() {
    LocalCluster ended;
    boolean first;
    synchronized (this) {
      first = !over;
      over = true;
      ended = cluster;
      cluster = null;
    }
    tasks.add(() -> {});
    if (ended != null) {
      ended.close();
    }
    giveBack();
    runs().leave(open.terms().run(), this);
    talk.leave(open.group(), this);
    return first;
  }

  private synchronized void giveBack() {
    if (feeds != null) {
      feeds.close();
    }
    try {
      if (held != null) {
        talk.agent().code().release(held);
        held = null;
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "code that nobody uses stays: " + e);
    }
  }
}
