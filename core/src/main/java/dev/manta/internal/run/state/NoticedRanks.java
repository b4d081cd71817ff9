package dev.manta.internal.run.state;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import java.util.List;

/// Whom a notice is about. Written as the list of ranks, which is empty for all of them.
public sealed interface NoticedRanks {
  NoticedRanks ALL = new All();

  /// Every rank, however many there are.
  record All() implements NoticedRanks {}

  /// These, of which there is one at least.
  record Some(List<Integer> ranks) implements NoticedRanks {
    public Some {
      if (ranks.isEmpty()) {
        throw new IllegalArgumentException("a notice that names its ranks names at least one");
      }
      ranks = List.copyOf(ranks);
    }
  }

  /// What somebody asks for who may name ranks, and means all where he names none.
  static NoticedRanks of(List<Integer> named) {
    return named.isEmpty() ? ALL : new Some(named);
  }

  default boolean concerns(int rank) {
    return this instanceof All || named().contains(rank);
  }

  /// Those that it names.
  default List<Integer> named() {
    return switch (this) {
      case All _ -> List.of();
      case Some(List<Integer> ranks) -> ranks;
    };
  }

  default Json toJson() {
    return new JsonArray(named().stream().map(Json::of).toList());
  }

  static NoticedRanks fromJson(Json json) {
    return of(json.asArray().items().stream().map(Json::asInt).toList());
  }
}
