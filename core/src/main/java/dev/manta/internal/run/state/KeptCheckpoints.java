package dev.manta.internal.run.state;

import dev.manta.internal.checkpoint.CheckpointCatalog.Segment;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The checkpoints of a run, oldest first.
///
/// A value: what is done to it makes another one. The newest ones are in it, and so in every
/// control record. The others are in lists of the catalog, which are read only when somebody asks
/// for one of them.
public final class KeptCheckpoints implements Iterable<CommittedCheckpoint> {
  /// None at all.
  public static final KeptCheckpoints NONE =
      new KeptCheckpoints(CatalogCheckpoints.NONE, List.of(), Set.of(), 0);

  private final CatalogCheckpoints catalogCheckpoints;
  private final List<CommittedCheckpoint> recent;
  private final Set<String> removed;
  private final int size;

  /// @param recent by ordinal; where one is in the lists too, this is what is true of it
  /// @param removed those of the lists that are no more
  private KeptCheckpoints(
      CatalogCheckpoints catalogCheckpoints,
      List<CommittedCheckpoint> recent,
      Set<String> removed,
      int size) {
    this.catalogCheckpoints = catalogCheckpoints;
    this.recent = recent;
    this.removed = removed;
    this.size = size;
  }

  /// What control records and workers get of it.
  ///
  /// @param size how many there are, with those in lists
  record Written(
      int size, List<CommittedCheckpoint> recent, List<String> removed, List<Segment> segments) {}

  public Json toJson() {
    return Bind.write(
        new Written(size, recent, List.copyOf(removed), catalogCheckpoints.segments()));
  }

  /// Reads what was written, or the plain list that older versions of Manta wrote.
  public static KeptCheckpoints fromJson(Json json) {
    if (json instanceof JsonArray all) {
      List<CommittedCheckpoint> kept =
          all.items().stream()
              .map(one -> Bind.readOlder(one, CommittedCheckpoint.class, "kept"))
              .toList();
      return new KeptCheckpoints(CatalogCheckpoints.NONE, kept, Set.of(), kept.size());
    }
    Written written = Bind.readOlder(json, Written.class, "kept");
    return new KeptCheckpoints(
        CatalogCheckpoints.unread(written.segments()),
        List.copyOf(written.recent()),
        Set.copyOf(written.removed()),
        written.size());
  }

  /// The same, which knows how its lists are read.
  ///
  /// @param reader gives what lists say together, each as JSON
  public KeptCheckpoints readBy(Function<List<Segment>, List<Json>> reader) {
    return new KeptCheckpoints(catalogCheckpoints.readBy(reader), recent, removed, size);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /// The lists that hold the older ones.
  public List<Segment> segments() {
    return catalogCheckpoints.segments();
  }

  /// The newest, which are in no list, oldest first.
  public List<CommittedCheckpoint> recent() {
    return recent;
  }

  /// All of them, oldest first. Reads the lists.
  public List<CommittedCheckpoint> all() {
    return catalogCheckpoints.isEmpty() ? recent : merged();
  }

  private List<CommittedCheckpoint> merged() {
    Set<String> known = new HashSet<>(removed);
    recent.forEach(checkpoint -> known.add(checkpoint.name()));
    List<CommittedCheckpoint> all = new ArrayList<>(size);
    for (CommittedCheckpoint checkpoint : catalogCheckpoints.all()) {
      if (!known.contains(checkpoint.name())) {
        all.add(checkpoint);
      }
    }
    all.addAll(recent);
    all.sort(Comparator.comparingInt(CommittedCheckpoint::ordinal));
    return all;
  }

  public Stream<CommittedCheckpoint> stream() {
    return all().stream();
  }

  @Override
  public Iterator<CommittedCheckpoint> iterator() {
    return all().iterator();
  }

  /// All of them, newest first; lists are read when the stream gets there.
  public Stream<CommittedCheckpoint> newestFirst() {
    List<CommittedCheckpoint> newer = newerThanLists();
    Stream<CommittedCheckpoint> rest =
        Stream.of(catalogCheckpoints)
            .filter(lists -> !lists.isEmpty())
            .flatMap(_ -> all().reversed().stream().skip(newer.size()));
    return Stream.concat(newer.reversed().stream(), rest);
  }

  private List<CommittedCheckpoint> newerThanLists() {
    if (catalogCheckpoints.isEmpty()) {
      return recent;
    }
    int from = recent.size();
    while (from > 0 && recent.get(from - 1).ordinal() > catalogCheckpoints.newest()) {
      from--;
    }
    return recent.subList(from, recent.size());
  }

  public Optional<CommittedCheckpoint> find(String name) {
    Optional<CommittedCheckpoint> found =
        recent.stream().filter(checkpoint -> checkpoint.name().equals(name)).findFirst();
    return found.isPresent() || removed.contains(name) ? found : catalogCheckpoints.find(name);
  }

  /// The one with this ordinal.
  public Optional<CommittedCheckpoint> at(int ordinal) {
    Optional<CommittedCheckpoint> found =
        recent.stream().filter(checkpoint -> checkpoint.ordinal() == ordinal).findFirst();
    return found.isPresent() || ordinal > catalogCheckpoints.newest()
        ? found
        : stream().filter(checkpoint -> checkpoint.ordinal() == ordinal).findFirst();
  }

  /// The same with one more, or with what is known of it now.
  public KeptCheckpoints with(CommittedCheckpoint checkpoint) {
    List<CommittedCheckpoint> others = new ArrayList<>(recent);
    boolean known =
        others.removeIf(other -> other.name().equals(checkpoint.name())) || isListed(checkpoint);
    int at = others.size();
    while (at > 0 && others.get(at - 1).ordinal() > checkpoint.ordinal()) {
      at--;
    }
    others.add(at, checkpoint);
    Set<String> gone = removed;
    if (removed.contains(checkpoint.name())) {
      gone = new LinkedHashSet<>(removed);
      gone.remove(checkpoint.name());
    }
    return new KeptCheckpoints(
        catalogCheckpoints, List.copyOf(others), gone, known ? size : size + 1);
  }

  /// Whether a list has it; those are read only where that can be.
  private boolean isListed(CommittedCheckpoint checkpoint) {
    return mayBeListed(checkpoint)
        && !removed.contains(checkpoint.name())
        && catalogCheckpoints.find(checkpoint.name()).isPresent();
  }

  /// Names that somebody chose may come again.
  private boolean mayBeListed(CommittedCheckpoint checkpoint) {
    boolean chosen =
        !checkpoint.name().equals(CheckpointStore.name(checkpoint.attempt(), checkpoint.ordinal()));
    return !catalogCheckpoints.isEmpty()
        && (chosen || checkpoint.ordinal() <= catalogCheckpoints.newest());
  }

  /// The same without some of them.
  public KeptCheckpoints without(Collection<String> names) {
    Set<String> gone = new LinkedHashSet<>(removed);
    List<CommittedCheckpoint> others = new ArrayList<>(recent);
    int left = size;
    for (String name : names) {
      Optional<CommittedCheckpoint> here =
          recent.stream().filter(checkpoint -> checkpoint.name().equals(name)).findFirst();
      others.removeIf(checkpoint -> checkpoint.name().equals(name));
      boolean listed = here.map(this::isListed).orElse(true);
      boolean was = here.isPresent() || (!catalogCheckpoints.isEmpty() && !removed.contains(name));
      if (listed && !catalogCheckpoints.isEmpty()) {
        gone.add(name);
      }
      left -= was ? 1 : 0;
    }
    return new KeptCheckpoints(catalogCheckpoints, List.copyOf(others), gone, left);
  }

  /// The same with something else said of one of them.
  public KeptCheckpoints with(String name, UnaryOperator<CommittedCheckpoint> how) {
    return find(name).map(checkpoint -> with(how.apply(checkpoint))).orElse(this);
  }

  /// The same with something else said of all of them; no list says that yet.
  public KeptCheckpoints withAll(UnaryOperator<CommittedCheckpoint> how) {
    List<CommittedCheckpoint> changed = stream().map(how).toList();
    return new KeptCheckpoints(catalogCheckpoints.none(), changed, Set.of(), size);
  }

  /// What has changed since a moment before.
  public record Changes(List<CommittedCheckpoint> put, List<String> removed) {}

  public Changes since(KeptCheckpoints before) {
    Set<CommittedCheckpoint> known = new HashSet<>(before.recent);
    List<CommittedCheckpoint> put =
        recent.stream().filter(checkpoint -> !known.contains(checkpoint)).toList();
    Set<String> here = new HashSet<>();
    recent.forEach(checkpoint -> here.add(checkpoint.name()));
    Set<String> gone = new LinkedHashSet<>();
    before.recent.stream()
        .map(CommittedCheckpoint::name)
        .filter(n -> !here.contains(n))
        .forEach(gone::add);
    removed.stream().filter(n -> !before.removed.contains(n)).forEach(gone::add);
    return new Changes(put, List.copyOf(gone));
  }

  /// The ones that are new since a moment before, oldest first.
  public List<CommittedCheckpoint> addedSince(KeptCheckpoints before) {
    Set<String> known = new HashSet<>();
    before.recent.forEach(checkpoint -> known.add(checkpoint.name()));
    return recent.stream()
        .filter(
            checkpoint ->
                !known.contains(checkpoint.name())
                    && checkpoint.ordinal() > before.catalogCheckpoints.newest())
        .toList();
  }

  /// How much space the changes take that no list has: about one for each checkpoint.
  private static int weight(List<CommittedCheckpoint> recent, Set<String> removed) {
    return removed.size() / 4 + recent.stream().mapToInt(KeptCheckpoints::weight).sum();
  }

  private static int weight(CommittedCheckpoint checkpoint) {
    return 1
        + checkpoint.metrics().keys().size() / 4
        + checkpoint.damage().map(String::length).orElse(0) / 200;
  }

  /// What of it is too much for a record that has space for `most`, so that no more than `left`
  /// stay.
  public Optional<Surplus> surplus(int most, int left) {
    if (weight(recent, removed) <= most) {
      return Optional.empty();
    }
    int from = recent.size();
    int weight = 0;
    while (from > 0 && (weight == 0 || weight + weight(recent.get(from - 1)) <= left)) {
      weight += weight(recent.get(--from));
    }
    return Optional.of(
        new Surplus(recent.subList(0, from), removed, recent.subList(from, recent.size())));
  }

  /// What is to become a list, and what stays.
  public record Surplus(
      List<CommittedCheckpoint> put, Set<String> removed, List<CommittedCheckpoint> stays) {}

  /// The same once the surplus is in lists.
  public KeptCheckpoints listed(Surplus surplus, List<Segment> segments) {
    CatalogCheckpoints lists =
        catalogCheckpoints.becomes(segments, surplus.put(), surplus.removed());
    return new KeptCheckpoints(lists, List.copyOf(surplus.stays()), Set.of(), size);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeptCheckpoints that
        && size == that.size
        && recent.equals(that.recent)
        && removed.equals(that.removed)
        && segments().equals(that.segments());
  }

  @Override
  public int hashCode() {
    return recent.hashCode() + 31 * size;
  }

  @Override
  public String toString() {
    return size + " checkpoints, of which " + recent;
  }
}
