package dev.manta.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Trainer;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ScoreOrderTest {
  @TempDir Path directory;

  /// @param rows of all ranks; each rank has those whose number it leaves over
  /// @param scores how many different ones there are
  record Config(int rows, int scores) {
    double[] values(int number) {
      Random random = new Random(number);
      double positive = random.nextDouble();
      return new double[] {random.nextInt(scores), positive, 1 - positive};
    }
  }

  static void measure(TrainContext<Config> ctx) {
    Config config = ctx.config();
    double[][] rows =
        IntStream.range(0, config.rows())
            .filter(row -> row % ctx.worldSize() == ctx.rank())
            .mapToObj(config::values)
            .toArray(double[][]::new);
    ScoreOrder order =
        ScoreOrder.of(ctx.collectives(), column(rows, 0), column(rows, 1), column(rows, 2));
    ctx.report(Metrics.of("auc", order.auc()).with("positives", order.positives()));
  }

  private static double[] column(double[][] rows, int column) {
    return IntStream.range(0, rows.length).mapToDouble(row -> rows[row][column]).toArray();
  }

  private Metrics measured(Config config, int ranks) {
    return Trainer.of(ScoreOrderTest.class.getName(), "measure", config)
        .scaling(ScalingConfig.inProcess(ranks))
        .run(
            RunConfig.named("order")
                .storage(directory.toString())
                .failures(FailureConfig.none())
                .quiet())
        .fit()
        .metrics();
  }

  private static double share(Config config) {
    double ordered = 0;
    double pairs = 0;
    for (int i = 0; i < config.rows(); i++) {
      for (int j = 0; j < config.rows(); j++) {
        double[] one = config.values(i);
        double[] other = config.values(j);
        double weight = one[1] * other[2];
        pairs += weight;
        ordered += weight * (one[0] > other[0] ? 1 : one[0] == other[0] ? 0.5 : 0);
      }
    }
    return ordered / pairs;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theAucIsTheShareOfPairsOfAllRowsInOrder(int ranks) {
    for (int scores : new int[] {1, 7, 100_000}) {
      Config config = new Config(150, scores);
      Metrics measured = measured(config, ranks);
      assertThat(measured.number("auc")).isCloseTo(share(config), within(1e-12));
      directory = directory.resolve("next");
    }
  }

  @Test
  void ranksWithoutRowsTakePart() {
    Config config = new Config(2, 100_000);
    assertThat(measured(config, 3).number("auc")).isCloseTo(share(config), within(1e-12));
  }

  /// @param rows of both ranks that have no score
  record Missing(List<Integer> rows) {}

  static void measureWithout(TrainContext<Missing> ctx) {
    double[] scores = IntStream.range(0, 40).mapToDouble(i -> i % 7).toArray();
    ctx.config().rows().stream()
        .filter(row -> row / scores.length == ctx.rank())
        .forEach(row -> scores[row % scores.length] = Double.NaN);
    double[] positive = IntStream.range(0, 40).mapToDouble(i -> i % 2).toArray();
    double[] negative = Arrays.stream(positive).map(each -> 1 - each).toArray();
    ScoreOrder order = ScoreOrder.of(ctx.collectives(), scores, positive, negative);
    double sum = order.sum((positives, _, _, _) -> positives);
    ctx.report(Metrics.of("auc", order.auc()).with("sum", sum).with("rank", ctx.rank()));
  }

  /// What each of two ranks with 40 rows says.
  private List<Metrics> measuredWithout(List<Integer> rows) {
    return Trainer.of(ScoreOrderTest.class.getName(), "measureWithout", new Missing(rows))
        .scaling(ScalingConfig.inProcess(2))
        .run(RunConfig.named("order").storage(directory.toString()).quiet())
        .fit()
        .history()
        .rows()
        .map(row -> row.report().metrics())
        .toList();
  }

  @Test
  void whereARowOfAnyRankHasNoScoreThereIsNoAuc() {
    for (List<Integer> rows :
        List.of(List.of(3), List.of(79), IntStream.range(0, 80).boxed().toList())) {
      List<Metrics> ranks = measuredWithout(rows);
      assertThat(ranks).hasSize(2);
      assertThat(ranks).allSatisfy(each -> assertThat(each.number("auc")).isNaN());
      assertThat(ranks).allSatisfy(each -> assertThat(each.number("sum")).isNaN());
      directory = directory.resolve("next");
    }
    assertThat(measuredWithout(List.of()).getFirst().number("auc")).isBetween(0.0, 1.0);
  }

  @Test
  void withoutRowsThereIsNoAuc() {
    Metrics measured = measured(new Config(0, 1), 2);
    assertThat(measured.number("positives")).isZero();
    assertThat(measured.number("auc")).isNaN();
  }
}
