package dev.manta.tune.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.control.record.RunSite;
import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.tune.Point;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TrialLoop;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Saved;
import dev.manta.tune.internal.trial.TrialFunction;
import dev.manta.tune.internal.trial.TrialOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ProcessTrialsTest {
  @TempDir Path directory;

  static void neverLeaves(TrialContext<Point> trial) throws InterruptedException {
    trial.report(Metrics.of("loss", trial.config().number("x")));
    new CountDownLatch(1).await();
  }

  private static Order.Begin begin(int trial) {
    return new Order.Begin(
        trial, 1, Point.of("x", trial), 7, Optional.empty(), 0, OptionalInt.empty());
  }

  private static ExperimentEvent next(BlockingQueue<ExperimentEvent> told)
      throws InterruptedException {
    ExperimentEvent next = told.poll(30, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  @Test
  @SuppressWarnings("serial") // only the method's name is read
  void aTrialThatDoesNotLeaveIsEndedAndItsPlaceIsFree() throws Exception {
    TrialLoop<Point> loop = ProcessTrialsTest::neverLeaves;
    var plan =
        new PoolPlan(
            TrialFunction.ofLoop(loop, Point.class),
            TuneConfig.minimize("loss").samples(2).concurrent(1),
            RunSite.of("search", Location.of(directory.resolve("search"))),
            List.of("-XX:TieredStopAtLevel=1"),
            Map.of());
    BlockingQueue<ExperimentEvent> told = new LinkedBlockingQueue<>();
    try (var trials =
        new ProcessTrials(plan, news -> Collections.addAll(told, news), Duration.ofMillis(200))) {
      trials.begin(begin(0));
      assertThat(next(told)).isInstanceOf(ExperimentEvent.Reported.class);
      trials.proceed(0, 1);
      trials.halt(0, 1, "enough");
      assertThat(next(told))
          .isInstanceOfSatisfying(
              ExperimentEvent.Left.class,
              left -> assertThat(left.manner()).isEqualTo(ExperimentEvent.Manner.HALTED));
      trials.begin(begin(1));
      assertThat(next(told))
          .isInstanceOfSatisfying(
              ExperimentEvent.Reported.class, report -> assertThat(report.trial()).isEqualTo(1));
    }
  }

  @Test
  void messagesAreReadAsTheyWereSaid() {
    var order =
        new TrialOrder(
            3, 2, Point.of("x", 0.5).with("n", 4), Long.MIN_VALUE, Optional.of(saved()), 9);
    List<TrialMessage> all =
        List.of(
            new TrialMessage.Setup("A", "b", true, "C", "loss", "/tmp/x"),
            new TrialMessage.Begin(order),
            new TrialMessage.Continue(1, 2),
            new TrialMessage.Halt(1, 2, "why"),
            new TrialMessage.Happened(
                new ExperimentEvent.Reported(1, 2, Metrics.of("a", 1), Optional.of(saved()))),
            new TrialMessage.Happened(
                new ExperimentEvent.Left(1, 2, ExperimentEvent.Manner.THREW, "it\nthrew")));
    for (TrialMessage each : all) {
      assertThat(TrialMessage.read(each.frame())).contains(each);
    }
  }

  private static Saved saved() {
    return new Saved("name", "hash");
  }
}
