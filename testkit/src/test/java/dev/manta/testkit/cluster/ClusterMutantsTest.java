package dev.manta.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.local.InProcessCluster;
import dev.manta.testkit.mutant.SuiteRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The suite finds clusters that break a promise.
class ClusterMutantsTest {
  @ParameterizedTest
  @CsvSource({
    "TellsTheEndTwice, aKilledWorkerIsGoneOnceAndASecondKillDoesNothing",
    "SwapsFrames, framesOfAWorkerComeInTheirOrder",
    "TellsEverybody, twoRunsOfOneClusterDoNotSeeEachOther"
  })
  void aBrokenPromiseIsFound(String mutant, String test) throws ClassNotFoundException {
    Class<?> suite = Class.forName(ClusterMutantsTest.class.getName() + "$" + mutant);
    assertThat(SuiteRun.fails(suite, test)).isTrue();
    assertThat(SuiteRun.fails(suite, "aClusterHasNodesWithNamesAndCores")).isFalse();
  }

  /// Threads of this process whose news is told in another way.
  abstract static class ChangedNews extends ClusterContract {
    abstract Consumer<WorkerNews> changed(Consumer<WorkerNews> news);

    @Override
    protected Cluster newCluster() {
      Cluster cluster = new InProcessCluster();
      return new Cluster() {
        @Override
        public List<Node> nodes() {
          return cluster.nodes();
        }

        @Override
        public Claim claim(Demand demand, Consumer<Grant> granted) {
          return cluster.claim(demand, granted);
        }

        @Override
        public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
          return cluster.open(grant, settings, changed(news));
        }

        @Override
        public boolean isLeft(WorkerSpec worker, long pid) {
          return cluster.isLeft(worker, pid);
        }

        @Override
        public void close() {
          cluster.close();
        }
      };
    }
  }

  static final class TellsTheEndTwice extends ChangedNews {
    @Override
    Consumer<WorkerNews> changed(Consumer<WorkerNews> news) {
      return told -> {
        news.accept(told);
        if (told instanceof WorkerNews.Gone) {
          news.accept(told);
        }
      };
    }
  }

  static final class SwapsFrames extends ChangedNews {
    @Override
    Consumer<WorkerNews> changed(Consumer<WorkerNews> news) {
      List<WorkerNews> held = new ArrayList<>();
      return told -> swap(held, told, news);
    }

    private static void swap(List<WorkerNews> held, WorkerNews told, Consumer<WorkerNews> news) {
      synchronized (held) {
        held.add(told);
        if (held.size() == 2 || !(told instanceof WorkerNews.Frame)) {
          Collections.reverse(held);
          held.forEach(news);
          held.clear();
        }
      }
    }
  }

  static final class TellsEverybody extends ChangedNews {
    private final List<Consumer<WorkerNews>> all = new CopyOnWriteArrayList<>();

    @Override
    Consumer<WorkerNews> changed(Consumer<WorkerNews> news) {
      all.add(news);
      return told -> all.forEach(each -> each.accept(told));
    }
  }
}
