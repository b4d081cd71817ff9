package dev.manta.xgboost.internal.parameters;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import dev.manta.tabular.LibraryParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What users set of a booster: a record or a map, as XGBoost's own texts.
public final class BoosterParameters {
  private static final Set<String> NAMES =
      Set.of(
          ("aft_loss_distribution aft_loss_distribution_scale alpha base_score booster"
                  + " colsample_bylevel colsample_bynode colsample_bytree device"
                  + " disable_default_eval_metric eta eval_metric extmem_single_page"
                  + " feature_selector gamma grow_policy huber_slope interaction_constraints lambda"
                  + " lambdarank_bias_norm lambdarank_normalization lambdarank_num_pair_per_sample"
                  + " lambdarank_pair_method lambdarank_score_normalization lambdarank_unbiased"
                  + " learning_rate max_bin max_cached_hist_node max_cat_threshold"
                  + " max_cat_to_onehot max_delta_step max_depth max_leaves min_child_weight"
                  + " min_split_loss monotone_constraints multi_strategy n_jobs ndcg_exp_gain"
                  + " normalize_type nthread num_class num_parallel_tree num_target objective"
                  + " one_drop process_type quantile_alpha random_state rate_drop refresh_leaf"
                  + " reg_alpha reg_lambda sample_type sampling_method scale_pos_weight seed"
                  + " seed_per_iteration skip_drop subsample tolerance top_k tree_method"
                  + " tweedie_variance_power updater validate_parameters verbosity")
              .split(" "));

  private static final List<String> WHOLE =
      List.of("max_bin", "max_depth", "num_class", "num_parallel_tree");

  private BoosterParameters() {}

  /// The parameters by XGBoost's names; one that it does not know is refused, with the nearest.
  public static Map<String, String> of(Object parameters) {
    Map<String, String> plain = LibraryParameters.of(flat(parameters), NAMES, "XGBoost");
    plain.computeIfPresent("monotone_constraints", (_, list) -> within('(', list, ')'));
    plain.computeIfPresent("quantile_alpha", (_, list) -> within('[', list, ']'));
    WHOLE.forEach(name -> plain.computeIfPresent(name, BoosterParameters::whole));
    return plain;
  }

  /// XGBoost's linear models, and those of Cox, are learned by each rank from its own rows: it adds
  /// nothing up.
  public static void requireLearnedBy(Map<String, String> parameters, int ranks) {
    if (ranks > 1 && "survival:cox".equals(parameters.get("objective"))) {
      throw new IllegalArgumentException(
          "objective survival:cox compares each row with all others, but XGBoost would compare it with those of the same rank only, and this run has %s ranks: train it with ScalingConfig.workers(1)"
              .formatted(ranks));
    }
    if (ranks > 1 && "gblinear".equals(parameters.get("booster"))) {
      throw new IllegalArgumentException(
          "%s ranks cannot learn one model of booster gblinear, as XGBoost adds nothing up for it: train it with ScalingConfig.workers(1), or take booster gbtree"
              .formatted(ranks));
    }
  }

  /// Texts may be as Python's users write them.
  private static String within(char open, String list, char close) {
    return list.startsWith(Character.toString(open)) ? list : open + list + close;
  }

  private static String whole(String name, String value) {
    try {
      return Integer.toString(Integer.parseInt(value.strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "XGBoost's parameter %s is a whole number, not %s".formatted(name, value), e);
    }
  }

  /// Groups of features are lists of lists, which are one text for XGBoost.
  private static Object flat(Object parameters) {
    if (!(Bind.write(parameters) instanceof JsonObject object)) {
      return parameters;
    }
    JsonObject flat = object;
    for (String name : List.of("interaction_constraints", "interactionConstraints")) {
      if (object.find(name).orElse(null) instanceof JsonArray groups) {
        flat = flat.with(name, new JsonString(groups.text()));
      }
    }
    return flat;
  }

  /// The same with what holds unless users say otherwise: random numbers are a function of the seed
  /// and the round, so that a resumed training draws the same.
  public static Map<String, String> with(Map<String, String> given, int threads) {
    Map<String, String> all = new LinkedHashMap<>(given);
    all.putIfAbsent("seed_per_iteration", "true");
    all.putIfAbsent("verbosity", "1");
    if (!all.containsKey("n_jobs")) {
      all.putIfAbsent("nthread", Integer.toString(threads));
    }
    return all;
  }
}
