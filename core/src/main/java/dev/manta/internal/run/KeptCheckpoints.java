package dev.manta.internal.run;

import dev.manta.checkpoint.CheckpointCatalog.Segment;
import dev.manta.checkpoint.CheckpointStore;
import dev.manta.internal.json.Bind;
import dev.manta.internal.json.Json;
import dev.manta.internal.json.JsonArray;
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
public final class KeptCheckpoints implements Iterable<Kept> {
  /// None at all.
  public static final KeptCheckpoints NONE =
      new KeptCheckpoints(Older.NONE, List.of(), Set.of(), 0);

  private final Older older;
  private final List<Kept> recent;
  private final Set<String> removed;
  private final int size;

  /// @param recent by ordinal; where one is in the lists too, this is what is true of it
  /// @param removed those of the lists that are no more
  private KeptCheckpoints(Older older, List<Kept> recent, Set<String> removed, int size) {
    this.older = older;
    this.recent = recent;
    this.removed = removed;
    this.size = size;
  }

  /// What control records and workers get of it.
  ///
  /// @param size how many there are, with those in lists
  record Written(int size, List<Kept> recent, List<String> removed, List<Segment> segments) {}

  public Json toJson() {
    return Bind.write(new Written(size, recent, List.copyOf(removed), older.segments()));
  }

  /// Reads what was written, or the plain list that older versions of Manta wrote.
  public static KeptCheckpoints fromJson(Json json) {
    if (json instanceof JsonArray all) {
      List<Kept> kept =
          all.items().stream().map(one -> Bind.readOlder(one, Kept.class, "kept")).toList();
      return new KeptCheckpoints(Older.NONE, kept, Set.of(), kept.size());
    }
    Written written = Bind.readOlder(json, Written.class, "kept");
    return new KeptCheckpoints(
        Older.unread(written.segments()),
        List.copyOf(written.recent()),
        Set.copyOf(written.removed()),
        written.size());
  }

  /// The same, which knows how its lists are read.
  ///
  /// @param reader gives what lists say together, each as JSON
  public KeptCheckpoints readBy(Function<List<Segment>, List<Json>> reader) {
    return new KeptCheckpoints(older.readBy(reader), recent, removed, size);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /// The lists that hold the older ones.
  public List<Segment> segments() {
    return older.segments();
  }

  /// The newest, which are in no list, oldest first.
  public List<Kept> recent() {
    return recent;
  }

  /// All of them, oldest first. Reads the lists.
  public List<Kept> all() {
    return older.isEmpty() ? recent : merged();
  }

  private List<Kept> merged() {
    Set<String> known = new HashSet<>(removed);
    recent.forEach(kept -> known.add(kept.name()));
    List<Kept> all = new ArrayList<>(size);
    for (Kept kept : older.all()) {
      if (!known.contains(kept.name())) {
        all.add(kept);
      }
    }
    all.addAll(recent);
    all.sort(Comparator.comparingInt(Kept::ordinal));
    return all;
  }

  public Stream<Kept> stream() {
    return all().stream();
  }

  @Override
  public Iterator<Kept> iterator() {
    return all().iterator();
  }

  /// All of them, newest first; lists are read when the stream gets there.
  public Stream<Kept> newestFirst() {
    List<Kept> newer = newerThanLists();
    Stream<Kept> rest =
        Stream.of(older)
            .filter(lists -> !lists.isEmpty())
            .flatMap(_ -> all().reversed().stream().skip(newer.size()));
    return Stream.concat(newer.reversed().stream(), rest);
  }

  private List<Kept> newerThanLists() {
    if (older.isEmpty()) {
      return recent;
    }
    int from = recent.size();
    while (from > 0 && recent.get(from - 1).ordinal() > older.newest()) {
      from--;
    }
    return recent.subList(from, recent.size());
  }

  public Optional<Kept> find(String name) {
    Optional<Kept> found = recent.stream().filter(kept -> kept.name().equals(name)).findFirst();
    return found.isPresent() || removed.contains(name) ? found : older.find(name);
  }

  /// The one with this ordinal.
  Optional<Kept> at(int ordinal) {
    Optional<Kept> found = recent.stream().filter(kept -> kept.ordinal() == ordinal).findFirst();
    return found.isPresent() || ordinal > older.newest()
        ? found
        : stream().filter(kept -> kept.ordinal() == ordinal).findFirst();
  }

  /// The same with one more, or with what is known of it now.
  KeptCheckpoints with(Kept kept) {
    List<Kept> others = new ArrayList<>(recent);
    boolean known = others.removeIf(other -> other.name().equals(kept.name())) || isListed(kept);
    int at = others.size();
    while (at > 0 && others.get(at - 1).ordinal() > kept.ordinal()) {
      at--;
    }
    others.add(at, kept);
    Set<String> gone = removed;
    if (removed.contains(kept.name())) {
      gone = new LinkedHashSet<>(removed);
      gone.remove(kept.name());
    }
    return new KeptCheckpoints(older, List.copyOf(others), gone, known ? size : size + 1);
  }

  /// Whether a list has it; those are read only where that can be.
  private boolean isListed(Kept kept) {
    return mayBeListed(kept)
        && !removed.contains(kept.name())
        && older.find(kept.name()).isPresent();
  }

  /// Names that somebody chose may come again.
  private boolean mayBeListed(Kept kept) {
    boolean chosen = !kept.name().equals(CheckpointStore.name(kept.attempt(), kept.ordinal()));
    return !older.isEmpty() && (chosen || kept.ordinal() <= older.newest());
  }

  /// The same without some of them.
  KeptCheckpoints without(Collection<String> names) {
    Set<String> gone = new LinkedHashSet<>(removed);
    List<Kept> others = new ArrayList<>(recent);
    int left = size;
    for (String name : names) {
      Optional<Kept> here = recent.stream().filter(kept -> kept.name().equals(name)).findFirst();
      others.removeIf(kept -> kept.name().equals(name));
      boolean listed = here.map(this::isListed).orElse(true);
      boolean was = here.isPresent() || (!older.isEmpty() && !removed.contains(name));
      if (listed && !older.isEmpty()) {
        gone.add(name);
      }
      left -= was ? 1 : 0;
    }
    return new KeptCheckpoints(older, List.copyOf(others), gone, left);
  }

  /// The same with something else said of one of them.
  KeptCheckpoints with(String name, UnaryOperator<Kept> how) {
    return find(name).map(kept -> with(how.apply(kept))).orElse(this);
  }

  /// The same with something else said of all of them; no list says that yet.
  public KeptCheckpoints withAll(UnaryOperator<Kept> how) {
    List<Kept> changed = stream().map(how).toList();
    return new KeptCheckpoints(older.none(), changed, Set.of(), size);
  }

  /// What has changed since a moment before.
  record Changes(List<Kept> put, List<String> removed) {}

  Changes since(KeptCheckpoints before) {
    Set<Kept> known = new HashSet<>(before.recent);
    List<Kept> put = recent.stream().filter(kept -> !known.contains(kept)).toList();
    Set<String> here = new HashSet<>();
    recent.forEach(kept -> here.add(kept.name()));
    Set<String> gone = new LinkedHashSet<>();
    before.recent.stream().map(Kept::name).filter(n -> !here.contains(n)).forEach(gone::add);
    removed.stream().filter(n -> !before.removed.contains(n)).forEach(gone::add);
    return new Changes(put, List.copyOf(gone));
  }

  /// The ones that are new since a moment before, oldest first.
  public List<Kept> addedSince(KeptCheckpoints before) {
    Set<String> known = new HashSet<>();
    before.recent.forEach(kept -> known.add(kept.name()));
    return recent.stream()
        .filter(kept -> !known.contains(kept.name()) && kept.ordinal() > before.older.newest())
        .toList();
  }

  /// How much room the changes take that no list has: about one for each checkpoint.
  private static int weight(List<Kept> recent, Set<String> removed) {
    return removed.size() / 4 + recent.stream().mapToInt(KeptCheckpoints::weight).sum();
  }

  private static int weight(Kept kept) {
    return 1 + kept.metrics().keys().size() / 4 + kept.damage().length() / 200;
  }

  /// What of it is too much for a record that has room for `most`, so that no more than `left`
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
  public record Surplus(List<Kept> put, Set<String> removed, List<Kept> stays) {}

  /// The same once the surplus is in lists.
  public KeptCheckpoints listed(Surplus surplus, List<Segment> segments) {
    Older lists = older.becomes(segments, surplus.put(), surplus.removed());
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
