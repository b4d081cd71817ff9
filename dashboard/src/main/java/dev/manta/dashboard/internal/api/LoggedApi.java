package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.text;
import static dev.manta.dashboard.internal.api.Route.whole;

import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedItems;
import dev.manta.train.logged.LoggedKind;
import dev.manta.train.logged.LoggedTable;
import dev.manta.train.logged.LoggedText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Images, histograms, texts and tables that the ranks of a run have logged.
record LoggedApi(RunAccess runs) {
  private static final int ITEMS = 1_000;
  private static final int ITEMS_MAX = 10_000;
  private static final int VALUES = 60;
  private static final int VALUES_MAX = 500;

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/runs/{run}/logged",
                "What was logged beside metrics: by name its kind, how often, and its newest items.",
                this::list,
                whole("limit", "how many items of a name"))
            .answersAll(Named.class),
        Route.get(
                "/api/runs/{run}/logged-values",
                "Histograms, texts or tables of a name, evenly over the steps.",
                this::values,
                text("name", "the name"),
                text("kind", "which kind of the name; unless given, all"),
                whole("rank", "who logged them; unless given, the lowest rank that has"),
                whole("limit", "how many"))
            .answersAll(Value.class),
        Route.get(
                "/api/runs/{run}/logged-image",
                "An image, as PNG.",
                this::image,
                text("name", "the name"),
                whole("step", "its step"),
                whole("attempt", "its attempt"),
                whole("rank", "who logged it"))
            .answersFile("image/png"));
  }

  /// One that may be asked for.
  private record Item(long step, int attempt, int rank, Instant at) {
    static Item of(LoggedItem item) {
      return new Item(item.step(), item.attempt(), item.rank(), item.at());
    }
  }

  private record Value(long step, int rank, Json value) {}

  /// All with one name and kind.
  private record Named(String name, String kind, int total, List<Item> items) {
    static Named of(List<LoggedItem> all, int limit) {
      List<Item> newest = all.stream().skip(Math.max(0, all.size() - limit)).map(Item::of).toList();
      LoggedItem any = all.getFirst();
      return new Named(any.name(), any.kind().toString(), all.size(), newest);
    }
  }

  private WebAnswer list(ApiCall call) {
    int limit = call.request().within("limit", ITEMS, 1, ITEMS_MAX);
    Map<String, List<LoggedItem>> byName =
        LoggedItems.of(location(call)).stream()
            .collect(
                Collectors.groupingBy(
                    item -> item.name() + "." + item.kind(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return WebAnswer.json(
        Bind.write(byName.values().stream().map(all -> Named.of(all, limit)).toList()));
  }

  private Location location(ApiCall call) {
    return runs.run(call).location();
  }

  private static String asked(ApiCall call) {
    return call.request()
        .find("name")
        .orElseThrow(() -> new IllegalArgumentException("name is what to show"));
  }

  private WebAnswer values(ApiCall call) {
    int limit = call.request().within("limit", VALUES, 1, VALUES_MAX);
    List<LoggedItem> all =
        LoggedItems.of(location(call), asked(call)).stream()
            .filter(item -> item.kind() != LoggedKind.IMAGE && isAsked(item.kind(), call))
            .toList();
    OptionalInt rank = call.request().rank();
    int whose = rank.orElseGet(() -> all.stream().mapToInt(LoggedItem::rank).min().orElse(0));
    List<LoggedItem> ofRank = all.stream().filter(item -> item.rank() == whose).toList();
    return WebAnswer.json(
        Bind.write(
            evenly(ofRank, limit).stream()
                .map(LoggedApi::value)
                .flatMap(Optional::stream)
                .toList()));
  }

  private static boolean isAsked(LoggedKind kind, ApiCall call) {
    return call.request().find("kind").map(kind.toString()::equals).orElse(true);
  }

  /// The last one is among them.
  private static List<LoggedItem> evenly(List<LoggedItem> all, int limit) {
    int count = Math.min(limit, all.size());
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> all.get((int) ((long) i * all.size() / count) - 1))
        .toList();
  }

  /// Empty where its file is damaged or gone: the others are shown.
  private static Optional<Value> value(LoggedItem item) {
    try {
      return Optional.of(new Value(item.step(), item.rank(), json(item.read())));
    } catch (MantaException unreadable) {
      return Optional.empty();
    }
  }

  private static Json json(Logged value) {
    return switch (value) {
      case Histogram histogram -> Bind.write(histogram);
      case LoggedText text -> Json.of(text.text());
      case LoggedTable table -> table.toJson();
      case LoggedImage image -> Json.of(image.toString());
    };
  }

  private WebAnswer image(ApiCall call) {
    Location run = location(call);
    var item =
        new LoggedItem(
            run,
            asked(call),
            call.request().whole("step", 0),
            call.request().within("attempt", 1, 1, Integer.MAX_VALUE),
            call.request().rank().orElse(0),
            LoggedKind.IMAGE,
            Instant.EPOCH);
    byte[] png =
        Storages.at(run)
            .find(item.location())
            .orElseThrow(() -> new Absent("there is no image " + item.path()));
    return WebAnswer.png(LoggedImage.png(png).stored());
  }
}
