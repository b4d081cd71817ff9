package dev.manta.internal.worker;

import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.data.Cursor;
import dev.manta.data.DataStats;
import dev.manta.data.Shard;
import dev.manta.internal.data.ReaderThreads;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.OpenSources;
import dev.manta.internal.data.plan.SharedListings;
import dev.manta.internal.load.DataLoad;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.live.OpenedDataset;
import dev.manta.spi.json.Bind;
import dev.manta.train.Copied;
import dev.manta.train.Live;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// The datasets of an attempt, opened as the training function asks for them.
final class AttemptDatasets implements AutoCloseable {
  private final ToWorker.Join join;
  private final AttemptCollectives collectives;
  private final BiConsumer<String, Live> live;
  private final Runnable beforeStep;
  private final Map<String, OpenedDataset> kept;
  private final Optional<SharedListings> shared;
  private final Map<String, RankShard> open = Collections.synchronizedMap(new LinkedHashMap<>());

  /// @param kept what this process has opened so far, by the text of the dataset
  /// @param temp the temp directory of this worker, beside which is what others have found
  AttemptDatasets(
      ToWorker.Join join,
      AttemptCollectives collectives,
      Map<String, OpenedDataset> kept,
      Path temp,
      BiConsumer<String, Live> live,
      Runnable beforeStep) {
    this.join = join;
    this.collectives = collectives;
    this.kept = kept;
    this.shared = Scratch.shared(temp).map(at -> new SharedListings(at.resolve(join.run().id())));
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
          "there is no dataset \"%1$s\"; the trainer was given %2$s: add .dataset(\"%1$s\", …) to it"
              .formatted(name, names().isEmpty() ? "none" : String.join(", ", names())));
    }
    ReaderThreads.share(join.place().localSize());
    OpenedDataset opened = opened(text);
    DatasetSpec spec = opened.spec();
    ShardPosition position = spec.split() ? seat() : ShardPosition.alone();
    var shard = new RankShard(name, spec, position, opened.sources());
    open.put(name, shard);
    if (spec.split()) {
      live.accept(ToWorker.RunFacts.DATASET + name, new Position(shard));
    }
    return shard;
  }

  /// What this process has opened in an attempt before, or another has: a rank that resumes from
  /// the memory of others is given what they have found.
  private OpenedDataset opened(String text) {
    OpenedDataset known = kept.get(text);
    OpenedDataset opened = known == null ? fresh(spec(text), text) : known;
    if (opened.spec().split() && join.start().commit() > 0 && join.place().size() > 1) {
      opened = handed(opened, known != null);
    }
    kept.put(text, opened);
    return opened;
  }

  private OpenedDataset fresh(DatasetSpec spec, String text) {
    return shared
        .map(listings -> new OpenedDataset(spec, listings.open(spec, text)))
        .orElseGet(() -> OpenedDataset.of(spec));
  }

  private DatasetSpec spec(String text) {
    DatasetSpec spec = DatasetSpec.parse(text);
    return join.run().sampledByAbsolutePath() ? spec.sampledByAbsolutePath() : spec;
  }

  /// Called by all ranks: all register the position of a dataset that they share.
  private OpenedDataset handed(OpenedDataset own, boolean known) {
    long[][] all = exchange(new long[] {known ? 1 : 0});
    int source = join.start().source();
    if (all[source][0] == 0 || Stream.of(all).allMatch(each -> each[0] == 1)) {
      return own;
    }
    byte[] found = join.place().rank() == source ? own.sources().found() : new byte[0];
    long[] length = {found.length};
    collectives.get().broadcast(Values.of(length), source);
    byte[] given = Arrays.copyOf(found, Math.toIntExact(length[0]));
    collectives.get().broadcast(Values.of(MemorySegment.ofArray(given), ElementType.I8), source);
    return known ? own : new OpenedDataset(own.spec(), OpenSources.of(own.spec(), given));
  }

  private List<String> names() {
    return join.run().settings().keySet().stream()
        .filter(key -> key.startsWith(ToWorker.RunFacts.DATASET))
        .map(key -> key.substring(ToWorker.RunFacts.DATASET.length()))
        .sorted()
        .toList();
  }

  private ShardPosition seat() {
    ToWorker.Place place = join.place();
    Map<String, String> settings = join.run().settings();
    int lanes = Integer.parseInt(settings.getOrDefault(ToWorker.RunFacts.DATA_LANES, "1"));
    return new ShardPosition(place.rank(), place.size(), lanes, this::exchange, beforeStep);
  }

  private long[][] exchange(long[] mine) {
    int ranks = join.place().size();
    if (ranks == 1) {
      return new long[][] {mine};
    }
    long[] all = new long[mine.length * ranks];
    collectives.get().allGather(Values.of(mine), Values.of(all));
    long[][] byRank = new long[ranks][mine.length];
    for (int i = 0; i < ranks; i++) {
      System.arraycopy(all, i * mine.length, byRank[i], 0, mine.length);
    }
    return byRank;
  }

  /// Whether a pass over a shared dataset is under way.
  boolean withinPass() {
    synchronized (open) {
      return open.values().stream().anyMatch(RankShard::isWithinPass);
    }
  }

  /// What each dataset has done so far. Any thread may ask.
  List<DataLoad> loads() {
    synchronized (open) {
      return open.entrySet().stream().map(each -> load(each.getKey(), each.getValue())).toList();
    }
  }

  private static DataLoad load(String name, RankShard shard) {
    DataStats stats = shard.stats();
    Map<String, Double> operators = new HashMap<>();
    shard.operators().forEach((operator, time) -> operators.put(operator, seconds(time)));
    return new DataLoad(
        name,
        stats.rows(),
        stats.bytes(),
        seconds(stats.stalled()),
        Optional.of(seconds(stats.full())),
        Optional.of(seconds(stats.work())),
        operators);
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  @Override
  public void close() {
    List.copyOf(open.values()).forEach(RankShard::close);
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
