package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.lightgbm.internal.library.ParameterNames;
import dev.manta.lightgbm.internal.metric.MetricNames;
import dev.manta.spi.json.Json;
import dev.manta.tabular.LibraryParameters;
import dev.manta.tabular.TableSchema;
import dev.manta.train.TrainContext;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// LightGBM's parameters: those of the user, and what Manta adds.
public final class RunParameters {
  private static final String NAME = "LightGBM";

  /// What is said in another way, by the parameter that the library has for it.
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("num_iterations", "use rounds(n)"),
          Map.entry("early_stopping_round", "use earlyStopping(n)"),
          Map.entry("first_metric_only", "use earlyStopping(n, metric)"),
          Map.entry("snapshot_freq", "use checkpointEvery(n)"),
          Map.entry("label_column", "use label(column)"),
          Map.entry("weight_column", "use weight(column)"),
          Map.entry("group_column", "use query(column)"),
          Map.entry("ignore_column", "use ignoring(columns)"),
          Map.entry("categorical_feature", "use categorical(columns)"),
          Map.entry("data", "use dataset(\"train\", …)"),
          Map.entry("valid", "use dataset(name, …)"),
          Map.entry("num_machines", "use scaling(ScalingConfig.workers(n))"),
          Map.entry("machines", "use scaling(ScalingConfig.workers(n))"),
          Map.entry("machine_list_filename", "use scaling(ScalingConfig.workers(n))"),
          Map.entry("local_listen_port", "ranks talk by Manta's collectives"),
          Map.entry("time_out", "ranks talk by Manta's collectives"),
          Map.entry("pre_partition", "rows are shared out by Manta"),
          Map.entry("input_model", "use startFrom(checkpoint)"),
          Map.entry("output_model", "the model is in the run's checkpoints"),
          Map.entry("metric_freq", "metrics are reported after each round"));

  /// LightGBM's other names for objectives.
  private static final Map<String, String> OBJECTIVES =
      Map.ofEntries(
          Map.entry("regression_l2", "regression"),
          Map.entry("mean_squared_error", "regression"),
          Map.entry("mse", "regression"),
          Map.entry("l2", "regression"),
          Map.entry("l2_root", "regression"),
          Map.entry("root_mean_squared_error", "regression"),
          Map.entry("rmse", "regression"),
          Map.entry("mean_absolute_error", "regression_l1"),
          Map.entry("l1", "regression_l1"),
          Map.entry("mae", "regression_l1"),
          Map.entry("softmax", "multiclass"),
          Map.entry("multiclass_ova", "multiclassova"),
          Map.entry("ova", "multiclassova"),
          Map.entry("ovr", "multiclassova"),
          Map.entry("xentropy", "cross_entropy"),
          Map.entry("xentlambda", "cross_entropy_lambda"),
          Map.entry("mean_absolute_percentage_error", "mape"),
          Map.entry("xendcg", "rank_xendcg"),
          Map.entry("xe_ndcg", "rank_xendcg"),
          Map.entry("xe_ndcg_mart", "rank_xendcg"),
          Map.entry("xendcg_mart", "rank_xendcg"));

  private RunParameters() {}

  /// Those of the user by their main names.
  public static Parameters ofUser(Json given) {
    Map<String, String> named = new HashMap<>();
    LibraryParameters.of(given, ParameterNames.all(), NAME)
        .forEach((name, value) -> put(named, name, oneWord(name, value)));
    named.computeIfPresent("objective", (_, name) -> objective(name));
    named.computeIfPresent("boosting", (_, name) -> name.equals("gbrt") ? "gbdt" : name);
    named.computeIfPresent("metric", (_, list) -> list.isEmpty() ? null : metrics(list));
    requireScores(new Parameters(named));
    return new Parameters(named);
  }

  /// The library takes all parameters in one line, with spaces between them.
  private static String oneWord(String name, String value) {
    String word = value.strip().replaceAll("\\s*,\\s*", ",");
    if (word.matches(".*\\s.*")) {
      throw new IllegalArgumentException(
          "parameter \"%s\" of LightGBM is \"%s\", but cannot have spaces in it"
              .formatted(name, word));
    }
    return word;
  }

  private static void requireScores(Parameters all) {
    List<String> ranking = ranking(all);
    if (!ranking.isEmpty() && all.get("objective", "").startsWith("multiclass")) {
      throw new IllegalArgumentException(
          "metric \"%s\" is for two classes, but the objective is %s; take multi_logloss or multi_error"
              .formatted(ranking.getFirst(), all.get("objective", "")));
    }
  }

  private static String objective(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return OBJECTIVES.getOrDefault(lower, lower);
  }

  private static String metrics(String list) {
    List<String> names = MetricNames.of(list);
    return names.isEmpty() ? "none" : String.join(",", names);
  }

  /// What LightGBM is to compute for each rank's rows.
  static Parameters ofLibrary(Parameters all) {
    if (!all.values().containsKey("metric")) {
      return all;
    }
    List<String> local =
        MetricNames.of(all.get("metric", "")).stream().filter(MetricNames::isLocal).toList();
    return all.with("metric", local.isEmpty() ? "none" : String.join(",", local));
  }

  /// The metrics that LightGBM cannot compute for each rank's rows.
  static List<String> ranking(Parameters all) {
    return MetricNames.of(all.get("metric", "")).stream()
        .filter(name -> !MetricNames.isLocal(name))
        .toList();
  }

  /// The metric that checkpoints are ranked by, unless the user said another one.
  public static String first(Json given) {
    Parameters all = ofUser(given);
    List<String> named = MetricNames.of(all.get("metric", ""));
    String first =
        named.isEmpty()
            ? MetricNames.ofObjective(all.get("objective", "regression"))
            : named.getFirst();
    return first + place(first, all);
  }

  /// What the library adds to the names of metrics that look at the first few only.
  private static String place(String metric, Parameters all) {
    String classes = all.get("multi_error_top_k", "1");
    return switch (metric) {
      case "ndcg", "map" -> "@" + firstAt(all);
      case "multi_error" -> classes.equals("1") ? "" : "@" + classes;
      default -> "";
    };
  }

  private static int firstAt(Parameters all) {
    return Arrays.stream(all.get("eval_at", "1,2,3,4,5").split(",", -1))
        .mapToInt(Integer::parseInt)
        .min()
        .orElse(1);
  }

  private static void put(Map<String, String> named, String name, String value) {
    String main = ParameterNames.main(name);
    String instead = ELSEWHERE.get(main);
    if (instead != null) {
      throw new IllegalArgumentException(
          "parameter \"%s\" of LightGBM is set by Manta: %s".formatted(name, instead));
    }
    if (named.put(main, value) != null) {
      throw new IllegalArgumentException(
          "parameter \"%s\" of LightGBM is given twice, once as \"%s\"".formatted(main, name));
    }
  }

  /// Those of the user and what all ranks of a run have in common.
  static Parameters of(TrainContext<?> ctx, Json given, TableSchema schema) {
    Parameters all =
        ofUser(given)
            .orElse("verbosity", -1)
            .orElse("deterministic", true)
            .orElse("num_threads", threads(ctx))
            .with("pre_partition", true);
    ParameterLimits.require(all, schema, ctx.worldSize());
    return parallel(ctx, layout(categorical(all, schema)));
  }

  private static Parameters parallel(TrainContext<?> ctx, Parameters all) {
    return ctx.worldSize() == 1
        ? all.with("tree_learner", "serial")
        : all.orElse("tree_learner", "data").with("num_machines", ctx.worldSize());
  }

  /// The library would try both ways and take the faster one, which another time is the other.
  private static Parameters layout(Parameters all) {
    return all.values().containsKey("force_col_wise") ? all : all.orElse("force_row_wise", true);
  }

  private static Parameters categorical(Parameters all, TableSchema schema) {
    List<Integer> places = schema.categoricalPlaces();
    return places.isEmpty()
        ? all
        : all.with(
            "categorical_feature",
            places.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  private static int threads(TrainContext<?> ctx) {
    return Optional.ofNullable(System.getenv("OMP_NUM_THREADS"))
        .filter(text -> text.matches("[1-9]\\d{0,3}"))
        .map(Integer::valueOf)
        .orElseGet(() -> Math.max(1, Runtime.getRuntime().availableProcessors() / ctx.localSize()));
  }
}
