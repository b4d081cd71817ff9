package dev.manta.internal.load;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the ranks of a run have used and waited for, as `load.json` in its directory has it.
///
/// @param ranks by rank
public record RunLoad(List<RankLoad> ranks) {
  public static final RunLoad NONE = new RunLoad(List.of());

  /// A file that is replaced again and again stays small.
  private static final int POINTS_OF_ALL = 4096;

  private static final int POINTS_LEAST = 16;
  private static final int POINTS_MOST = 240;
  private static final String FILE = "load.json";

  public RunLoad {
    ranks = List.copyOf(ranks);
  }

  /// That of a run; nothing where it has said nothing, or something that is not a load.
  public static RunLoad of(Storage storage, Location run) {
    try {
      Optional<byte[]> stored = storage.find(run.resolve(FILE));
      return stored
          .map(bytes -> Bind.readOlder(Json.parse(bytes), RunLoad.class, "load"))
          .orElse(NONE);
    } catch (JsonException damaged) {
      return NONE;
    }
  }

  public void write(Storage storage, Location run) {
    storage.put(run.resolve(FILE), ByteSource.of(Bind.write(this).bytes()));
  }

  /// The same with what a worker has said of a rank.
  public RunLoad with(int rank, String worker, LoadSample sample) {
    List<RankLoad> all = new ArrayList<>(ranks);
    RankLoad before = find(rank).orElseGet(() -> RankLoad.of(rank));
    all.removeIf(each -> each.rank() == rank);
    int pointsMax = Math.clamp(POINTS_OF_ALL / (all.size() + 1), POINTS_LEAST, POINTS_MOST);
    all.add(before.with(worker, sample, pointsMax));
    all.sort(Comparator.comparingInt(RankLoad::rank));
    return new RunLoad(all);
  }

  private Optional<RankLoad> find(int rank) {
    return ranks.stream().filter(each -> each.rank() == rank).findFirst();
  }
}
