package dev.manta.internal.worker;

import dev.manta.collective.Values;
import dev.manta.data.Cursor;
import dev.manta.data.Shard;
import dev.manta.internal.data.DatasetSpec;
import dev.manta.internal.data.Pool;
import dev.manta.internal.data.RankShard;
import dev.manta.internal.data.Seat;
import dev.manta.internal.json.Bind;
import dev.manta.internal.wire.ToWorker;
import dev.manta.train.Copied;
import dev.manta.train.Live;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// The datasets of an attempt, opened as the training function asks for them.
final class Datasets implements AutoCloseable {
  private final ToWorker.Join join;
  private final Group group;
  private final BiConsumer<String, Live> live;
  private final Runnable beforeStep;
  private final Map<String, RankShard> open = new LinkedHashMap<>();

  Datasets(ToWorker.Join join, Group group, BiConsumer<String, Live> live, Runnable beforeStep) {
    this.join = join;
    this.group = group;
    this.live = live;
    this.beforeStep = beforeStep;
  }

  Shard get(String name) {
    RankShard known = open.get(name);
    return known == null ? open(name) : known;
  }

  private Shard open(String name) {
    String text = join.run().settings().get(ToWorker.RunFacts.DATASET + name);
    if (text == null) {
      throw new IllegalArgumentException(
          "there is no dataset \"%s\"; the trainer was given %s".formatted(name, names()));
    }
    DatasetSpec spec = DatasetSpec.parse(text);
    Pool.share(join.place().localSize());
    Seat seat = spec.split() ? seat() : Seat.alone();
    var shard = new RankShard(name, spec, seat);
    open.put(name, shard);
    if (spec.split()) {
      live.accept(ToWorker.RunFacts.DATASET + name, new Position(shard));
    }
    return shard;
  }

  private List<String> names() {
    return join.run().settings().keySet().stream()
        .filter(key -> key.startsWith(ToWorker.RunFacts.DATASET))
        .map(key -> key.substring(ToWorker.RunFacts.DATASET.length()))
        .sorted()
        .toList();
  }

  private Seat seat() {
    ToWorker.Place place = join.place();
    return new Seat(place.rank(), place.size(), group.lanes(), this::exchange, beforeStep);
  }

  private long[][] exchange(long[] mine) {
    int ranks = join.place().size();
    if (ranks == 1) {
      return new long[][] {mine};
    }
    long[] all = new long[mine.length * ranks];
    group.get().allGather(Values.of(mine), Values.of(all));
    long[][] byRank = new long[ranks][mine.length];
    for (int i = 0; i < ranks; i++) {
      System.arraycopy(all, i * mine.length, byRank[i], 0, mine.length);
    }
    return byRank;
  }

  /// Whether a pass over a shared dataset is under way.
  boolean withinPass() {
    return open.values().stream().anyMatch(RankShard::isWithinPass);
  }

  @Override
  public void close() {
    open.values().forEach(RankShard::close);
    open.clear();
  }

  /// A shard's position as live state; the same on every rank.
  private record Position(RankShard shard) implements Copied {
    @Override
    public byte[] save() {
      return Bind.write(shard.cursor()).bytes();
    }

    @Override
    public void load(byte[] bytes) {
      shard.seek(Bind.parse(bytes, Cursor.class));
    }
  }
}
