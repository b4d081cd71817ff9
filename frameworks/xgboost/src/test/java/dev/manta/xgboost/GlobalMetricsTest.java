package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.tabular.TableRoles;
import dev.manta.train.Metrics;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.parameters.BoosterParameters;
import dev.manta.xgboost.internal.parameters.MetricNames;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Metrics are those of the rows of all ranks, however many ranks share them.
@Timeout(120)
class GlobalMetricsTest {
  private static final int ROWS = 300;

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  /// @param model to score, which learns nothing more
  record Config(Map<String, Object> parameters, TableRoles roles, String model) {}

  static void score(TrainContext<Config> ctx) {
    Config config = ctx.config();
    var xgboost = XGBoost.of(ctx, config.parameters());
    DMatrix rows = xgboost.train("rows", config.roles());
    Booster booster = xgboost.booster(rows);
    booster.load(Base64.getDecoder().decode(config.model()));
    ctx.report(booster.evaluate(rows).with("rank", ctx.rank()));
  }

  /// What each rank says of the same model and the same rows.
  private List<Metrics> scores(Config config, Dataset rows, int ranks) {
    DataConfig shared =
        config.roles().query().isPresent() ? DataConfig.whole() : DataConfig.split();
    return Trainer.of(GlobalMetricsTest.class.getName(), "score", config)
        .dataset("rows", rows, shared)
        .scaling(ScalingConfig.inProcess(ranks))
        .run(runs.settings())
        .fit()
        .history()
        .rows()
        .map(row -> row.report().metrics())
        .toList();
  }

  /// Rows whose order has to do with their labels: one rank gets others than the next.
  private static Dataset rows(int count, String objective) {
    Random random = new Random(5);
    return Dataset.of(IntStream.range(0, count).mapToObj(i -> row(random, i, objective)).toList());
  }

  private static Row row(Random random, int number, String objective) {
    double x = random.nextGaussian() + (number % 3 == 0 ? 0.5 : 0);
    double value = x + random.nextGaussian();
    double label =
        switch (objective.replaceFirst(":.*", "")) {
          case "binary" -> value > 0.3 ? 1 : 0;
          case "multi" -> value > 0.8 ? 2 : value > 0 ? 1 : 0;
          case "rank" -> Math.clamp((int) (value + 1), 0, objective.equals("rank:map") ? 1 : 3);
          default -> Math.abs(value) + 0.1;
        };
    return Row.of(
        "x",
        Math.rint(x * 4),
        "z",
        random.nextInt(3),
        "w",
        0.5 + number % 4,
        "q",
        number / 10,
        "y",
        label);
  }

  private static Map<String, Object> parameters(String objective, String metric) {
    Map<String, Object> all = new HashMap<>(Map.of("objective", objective, "max_depth", 2));
    if (!metric.isEmpty()) {
      all.put("eval_metric", metric);
    }
    if (objective.startsWith("multi")) {
      all.put("num_class", 3);
    }
    if (objective.equals("reg:quantileerror")) {
      all.put("quantile_alpha", 0.3);
    }
    return all;
  }

  private static TableRoles roles(String objective, boolean weighted) {
    TableRoles roles = TableRoles.label("y").features("x", "z");
    TableRoles grouped = objective.startsWith("rank") ? roles.query("q") : roles;
    return weighted ? grouped.weight("w") : grouped;
  }

  private Config config(String objective, String metric, boolean weighted) {
    Map<String, Object> parameters = parameters(objective, metric);
    XGBoostTrainer trainer = XGBoostTrainer.of(parameters).label("y").features("x", "z").rounds(3);
    XGBoostTrainer grouped = objective.startsWith("rank") ? trainer.query("q") : trainer;
    XGBoostModel model = runs.model(grouped.dataset("train", rows(ROWS, objective)), 1);
    String bytes = Base64.getEncoder().encodeToString(model.bytes());
    return new Config(parameters, roles(objective, weighted), bytes);
  }

  private void sameOnRanks(Config config, Dataset rows) {
    Metrics one = scores(config, rows, 1).getFirst();
    assertThat(one.keys()).hasSizeGreaterThan(1);
    for (int ranks = 2; ranks <= 3; ranks++) {
      List<Metrics> all = scores(config, rows, ranks);
      for (String name : one.keys().stream().filter(key -> !key.equals("rank")).toList()) {
        assertThat(one.number(name)).as(name).isFinite();
        assertThat(all.stream().map(each -> each.number(name)).distinct()).as(name).hasSize(1);
        assertThat(all.getFirst().number(name)).as(name).isCloseTo(one.number(name), within(2e-6));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "binary:logistic; logloss,error,error@0.4,auc,aucpr,rmse,mae",
        "binary:logitraw; auc,aucpr",
        "binary:hinge; error,auc",
        "multi:softprob; mlogloss,merror,auc,aucpr",
        "multi:softmax; mlogloss,merror,auc,aucpr",
        "reg:squarederror; rmse,rmsle,mae,mape,mphe",
        "reg:quantileerror; quantile",
        "reg:gamma; gamma-deviance,gamma-nloglik",
        "reg:tweedie; tweedie-nloglik@1.3,tweedie-nloglik@1.5",
        "count:poisson; poisson-nloglik",
        "rank:ndcg; ndcg,ndcg@3,ndcg@3-,auc",
        "rank:map; map,map@2,pre@2,auc,aucpr"
      })
  void everyMetricIsThatOfAllRows(String objective, String metrics) {
    for (boolean weighted : new boolean[] {false, true}) {
      sameOnRanks(config(objective, metrics, weighted), rows(ROWS, objective));
    }
  }

  @Test
  void areasAreThoseOfAllRowsWhereARankHasRowsOfOneClassOnlyOrNone() {
    Config config = config("binary:logistic", "auc,aucpr", false);
    for (int rows : new int[] {2, 4, 9}) {
      Dataset few = rows(rows, "binary:logistic");
      sameOnRanks(config, few.withColumn("y", row -> row.real("w") < 1 ? 1 : 0));
    }
  }

  @Test
  void theAreaOfOneClassIsNaN() {
    Config config = config("binary:logistic", "auc,aucpr", false);
    Dataset ones = rows(40, "binary:logistic").withColumn("y", _ -> 1);
    Metrics two = scores(config, ones, 2).getFirst();
    assertThat(two.number("rows-auc")).isNaN();
    assertThat(two.number("rows-aucpr")).isNaN();
  }

  @Test
  void earlyStoppingWatchesTheAreaOfAllRows() {
    Map<String, Object> parameters = parameters("binary:logistic", "auc");
    Dataset valid = rows(90, "binary:logistic");
    Result result =
        runs.fit(
            XGBoostTrainer.of(parameters)
                .label("y")
                .features("x", "z")
                .rounds(60)
                .earlyStopping(3)
                .dataset("train", rows(ROWS, "binary:logistic").limit(200))
                .dataset("valid", valid),
            3);
    var areas = new TreeMap<Integer, Double>();
    result
        .history()
        .rows()
        .map(row -> row.report().metrics())
        .forEach(each -> areas.put((int) each.number("round"), each.number("valid-auc")));
    XGBoostModel model = Runs.model(result);
    double best = areas.values().stream().max(Double::compare).orElseThrow();
    assertThat(areas).containsEntry(model.bestRounds().orElseThrow(), best);
    assertThat(model.bestRounds().orElseThrow()).isEqualTo(model.rounds() - 3);
    String bytes = Base64.getEncoder().encodeToString(model.bytes());
    Config all = new Config(parameters, roles("binary:logistic", false), bytes);
    assertThat(areas.lastEntry().getValue())
        .isCloseTo(scores(all, valid, 1).getFirst().number("rows-auc"), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reg:squarederror",
        "reg:squaredlogerror",
        "reg:logistic",
        "reg:pseudohubererror",
        "reg:absoluteerror",
        "reg:quantileerror",
        "reg:gamma",
        "reg:tweedie",
        "binary:logistic",
        "binary:logitraw",
        "binary:hinge",
        "count:poisson",
        "multi:softmax",
        "multi:softprob",
        "rank:ndcg",
        "rank:pairwise",
        "rank:map",
        "survival:cox"
      })
  void theMetricOfEachObjectiveIsKnownBeforeTraining(String objective) {
    String rows = objective.equals("reg:logistic") ? "binary:logistic" : objective;
    XGBoostTrainer trainer =
        XGBoostTrainer.of(parameters(objective, ""))
            .label("y")
            .features("x", "z")
            .rounds(1)
            .dataset("train", rows(60, rows));
    reports(objective.startsWith("rank") ? trainer.query("q") : trainer, parameters(objective, ""));
  }

  private void reports(XGBoostTrainer trainer, Map<String, Object> parameters) {
    List<String> known = MetricNames.of(BoosterParameters.of(parameters));
    assertThat(runs.fit(trainer, 1).metrics().keys())
        .containsExactlyElementsOf(
            Stream.concat(known.stream().map(name -> "train-" + name), Stream.of("round"))
                .toList());
  }

  @Test
  void metricsAreKnownByTheNamesThatReportsHave() {
    String metrics = "error@0.5,error@0.25,error,ams@0.150,tweedie-nloglik@1.50,ndcg@3-,pre@2,map-";
    Map<String, Object> parameters = parameters("binary:logistic", metrics);
    reports(
        XGBoostTrainer.of(parameters)
            .label("y")
            .query("q")
            .rounds(1)
            .dataset("train", rows(60, "binary:logistic")),
        parameters);
    Map<String, Object> mean = parameters("rank:ndcg", "");
    mean.put("lambdarank_pair_method", "mean");
    reports(
        XGBoostTrainer.of(mean).label("y").query("q").rounds(1).dataset("train", rows(60, "rank:")),
        mean);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error@.5,error@.2,error@1e-3,error@0.123456789,error@1e-5,error@00.70",
        "error@0.50000001,error@+0.3,error@0.30x,error@2,error@1000000,error@123456.7",
        "ams@.2,ams@1e-5,ams@1.",
        "tweedie-nloglik@1.123456789,tweedie-nloglik@1,tweedie-nloglik@15e-1"
      })
  void numbersOfMetricsAreKnownAsReportsWriteThem(String metrics) {
    Map<String, Object> parameters = parameters("binary:logistic", metrics);
    XGBoostTrainer trainer = XGBoostTrainer.of(parameters).label("y").features("x", "z").rounds(1);
    reports(trainer.dataset("train", rows(60, "binary:logistic")), parameters);
  }

  @Test
  void moreIsBetterAlsoWhereANumberHasAnExponent() {
    assertThat(MetricNames.isHigherBetter("train-ams@1e-05")).isTrue();
    assertThat(MetricNames.isHigherBetter("train-error@1e-05")).isFalse();
  }
}
