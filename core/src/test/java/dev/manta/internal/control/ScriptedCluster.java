package dev.manta.internal.control;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// A cluster whose workers are a few lines each: they join, and do what a script says when they may
/// go.
final class ScriptedCluster implements Cluster {
  /// What a worker does once it has entered its function.
  interface Script {
    void run(Stage stage);
  }

  /// A worker as its script sees it.
  final class Stage {
    final WorkerSpec spec;
    private final Consumer<WorkerNews> news;
    private final Semaphore pings = new Semaphore(0);
    volatile int attempt;

    Stage(WorkerSpec spec, Consumer<WorkerNews> news) {
      this.spec = spec;
      this.attempt = spec.attempt();
      this.news = news;
    }

    void say(ToController message) {
      news.accept(new WorkerNews.Frame(spec.worker(), message.frame()));
    }

    /// Prints as a worker does that is far away.
    void prints(String text, long leftOut) {
      byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      news.accept(new WorkerNews.Printed(spec.worker(), bytes, leftOut));
    }

    void report(long sequence, String metrics) {
      say(
          new ToController.Report(
              attempt,
              spec.rank(),
              sequence,
              sequence,
              0,
              0,
              0,
              "",
              metrics.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    /// Waits for so many pings, none of which is answered.
    void leaveUnanswered(int count) {
      pings.acquireUninterruptibly(count);
    }

    void returns(String value) {
      say(new ToController.Returned(attempt, value, false));
    }

    void dies(Exit exit) {
      if (!undying.contains(spec.worker()) && living.remove(spec.worker()) != null) {
        news.accept(new WorkerNews.Gone(spec.worker(), exit, "last words"));
      }
    }
  }

  /// How what workers say of themselves begins, which is nobody else's business.
  static final String OFFER = "secret-offer-of-";

  final Map<String, List<String>> offers = new ConcurrentHashMap<>();

  /// Workers that do not end, whatever is done to them.
  final Set<String> undying = ConcurrentHashMap.newKeySet();

  final Map<String, ToWorker.Join> joins = new ConcurrentHashMap<>();
  final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

  /// Workers whose processes are seen to work.
  final Set<String> busy = ConcurrentHashMap.newKeySet();

  /// Whether workers are on machines other than this one.
  volatile boolean otherMachines;

  private final Map<String, Stage> living = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Script script;

  ScriptedCluster(Script script) {
    this.script = script;
  }

  @Override
  public boolean hasOtherMachines() {
    return otherMachines;
  }

  @Override
  public List<Node> nodes() {
    return List.of(new Node("here", Resources.cpus(8), List.of(), Map.of()));
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    granted.accept(Grant.all(1, nodes()));
    return () -> {};
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    return new Group(news);
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return living.containsKey(worker.worker());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private final class Group implements WorkerGroup {
    private final Consumer<WorkerNews> news;

    Group(Consumer<WorkerNews> news) {
      this.news = news;
    }

    @Override
    public void start(WorkerSpec worker) {
      living.put(worker.worker(), new Stage(worker, news));
      threads.execute(() -> news.accept(new WorkerNews.Connected(worker.worker(), 1)));
    }

    @Override
    public void seat(WorkerSpec worker) {}

    @Override
    public void send(String worker, byte[] frame) {
      Stage stage = living.get(worker);
      if (stage != null) {
        threads.execute(() -> hear(stage, ToWorker.read(frame)));
      }
    }

    private void hear(Stage stage, ToWorker message) {
      int attempt = message.attempt();
      if (message instanceof ToWorker.Join join) {
        stage.attempt = attempt;
        joins.put(stage.spec.worker(), join);
        stage.say(new ToController.Ready(attempt, OFFER + stage.spec.worker()));
      } else if (message instanceof ToWorker.Go go) {
        offers.put(stage.spec.worker(), go.offers());
        stage.say(new ToController.Entered(attempt));
        script.run(stage);
      } else if (message instanceof ToWorker.Ack ack) {
        acknowledged.merge(stage.spec.worker(), ack.sequence(), Math::max);
      } else if (message instanceof ToWorker.Ping) {
        stage.pings.release();
      } else if (message instanceof ToWorker.Abort) {
        stage.say(new ToController.Unwound(attempt, "", ToController.Held.NOTHING));
      } else if (message instanceof ToWorker.Leave) {
        stage.dies(new Exit.Status(0));
      }
    }

    @Override
    public void kill(String worker) {
      Stage stage = living.get(worker);
      if (stage != null) {
        threads.execute(() -> stage.dies(new Exit.Signal(9, "SIGKILL")));
      }
    }

    @Override
    public boolean isBusy(String worker) {
      return busy.contains(worker);
    }

    @Override
    public String giveUp(WorkerSpec worker, long pid) {
      return "the script wants it so";
    }

    @Override
    public void fence(WorkerSpec worker, long pid) {
      threads.execute(
          () -> news.accept(new WorkerNews.Gone(worker.worker(), new Exit.Status(0), "")));
    }

    @Override
    public void adopt(WorkerSpec worker, long pid) {
      fence(worker, pid);
    }

    @Override
    public void release() {}

    @Override
    public void close() {
      living.values().forEach(stage -> stage.dies(new Exit.Signal(9, "SIGKILL")));
    }
  }
}
