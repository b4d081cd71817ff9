package dev.manta.tune.internal.python;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.Goal;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// What Python is told: first what is searched, then the trials of each question.
record Questions(EncodedSpace space) {
  private static final int SEED_BITS = 31;

  Json first(PythonSearch.LibrarySampler sampler, Trials trials) {
    return JsonObject.builder()
        .put("library", sampler.library())
        .put("sampler", sampler.name())
        .put("directions", directions(trials.goals()))
        .put("seed", trials.seed())
        .put("columns", space.json())
        .build();
  }

  private static Json directions(List<Goal> goals) {
    return array(goals, each -> Json.of(each.maximize() ? "maximize" : "minimize"));
  }

  /// The question for the next point, to one who knows so many of the trials that ended.
  Json next(Trials trials, int known) {
    List<Trial> ended = trials.ended();
    return JsonObject.builder()
        .put("from", known)
        .put("ended", array(ended.subList(known, ended.size()), this::trial))
        .put("running", array(trials.running(), this::trial))
        .put("number", trials.size())
        .put("seed", trials.random().nextLong() >>> (Long.SIZE - SEED_BITS))
        .build();
  }

  private Json trial(Trial trial) {
    return JsonObject.builder()
        .put("number", trial.number())
        .put("values", space.encode(trial.point()))
        .put("state", trial.state().name().toLowerCase(Locale.ROOT))
        .put("outcomes", array(trial.values(), Json::of))
        .put("resource", trial.resource())
        .build();
  }

  private static <T> Json array(List<T> items, Function<T, Json> json) {
    return new JsonArray(items.stream().map(json).toList());
  }
}
