package dev.manta.internal.data.plan;

import dev.manta.data.Condition;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.internal.data.SeededRandom;
import dev.manta.spi.files.SourceFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A source that is open. Its pieces are asked for when they are needed, and once.
final class OpenSource {
  private final Map<String, List<SourceFiles.Found>> files;
  private final SourceReader reader;
  private final List<Condition> conditions;
  private final Optional<SourceListing> given;
  private @Nullable List<Split> splits;
  private @Nullable SourceReader conforming;

  /// @param given what another process has found of it
  OpenSource(Source source, List<Condition> conditions, Optional<SourceListing> given) {
    this.conditions = conditions;
    this.given = given;
    this.files = new ConcurrentHashMap<>(given.map(SourceListing::files).orElse(Map.of()));
    this.reader = SourceFiles.listedIn(files, source::open);
  }

  SourceReader reader() {
    return reader;
  }

  List<String> roots() {
    return SourceFiles.roots(files);
  }

  synchronized List<Split> splits() {
    if (splits == null) {
      splits = given.flatMap(SourceListing::splits).orElseGet(() -> reader.splits(conditions));
    }
    return splits;
  }

  /// What tells pieces that were asked for from those of other data, as far as they are known
  /// without being read.
  synchronized long hash() {
    List<Split> all = splits == null ? List.of() : splits;
    long hash = all.size();
    for (int i = 0; i < all.size(); i += Planner.stride(all)) {
      Split split = all.get(i);
      hash = SeededRandom.mix(hash, SeededRandom.mix(split.length(), split.rows().orElse(-1)));
    }
    return hash;
  }

  /// The reader of splits, which all have the same columns where those are known.
  synchronized SourceReader conforming() {
    if (conforming == null) {
      conforming =
          given
              .filter(listing -> listing.pieces().isPresent())
              .map(this::conforming)
              .orElseGet(() -> ConformingReader.of(reader, splits()));
    }
    return conforming;
  }

  private SourceReader conforming(SourceListing listing) {
    return listing
        .schema()
        .<SourceReader>map(schema -> new ConformingReader(reader, schema, listing.conflicts()))
        .orElse(reader);
  }

  /// What was found so far, for other processes.
  synchronized SourceListing listing() {
    boolean known = splits != null && conforming != null;
    Optional<List<Split>> pieces = known ? Optional.ofNullable(splits) : Optional.empty();
    return conforming instanceof ConformingReader all
        ? SourceListing.of(files, pieces, Optional.of(all.schema()), all.conflicts())
        : SourceListing.of(files, pieces, Optional.empty(), Map.of());
  }
}
