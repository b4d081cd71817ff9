package dev.manta.tabular;

import dev.manta.train.TrainContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The features that all ranks have, with the categories that any of them has seen.
final class SchemaAgreement {
  private SchemaAgreement() {}

  /// Called by every rank with what it has found itself; a rank that saw no column has nothing to
  /// say.
  ///
  /// @param given the schema of a model, which stands
  static TableSchema of(
      TrainContext<?> ctx,
      String dataset,
      Optional<TableSchema> given,
      Optional<TableSchema> mine) {
    String said = mine.map(schema -> new String(schema.bytes(), StandardCharsets.UTF_8)).orElse("");
    List<String> all = RankTexts.gather(ctx, said);
    return given.orElseGet(() -> agreed(all, dataset));
  }

  private static TableSchema agreed(List<String> all, String dataset) {
    int first = firstThatSaid(all, dataset);
    TableSchema agreed = schema(all.get(first));
    for (int rank = first + 1; rank < all.size(); rank++) {
      if (!all.get(rank).isEmpty()) {
        TableSchema other = schema(all.get(rank));
        requireSame(dataset, first, agreed, rank, other);
        agreed = union(agreed, other);
      }
    }
    return sorted(agreed);
  }

  private static int firstThatSaid(List<String> all, String dataset) {
    for (int rank = 0; rank < all.size(); rank++) {
      if (!all.get(rank).isEmpty()) {
        return rank;
      }
    }
    throw new IllegalArgumentException(
        "dataset \"%s\" has no rows: look at its location and filters".formatted(dataset));
  }

  private static TableSchema schema(String json) {
    return TableSchema.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  private static void requireSame(
      String dataset, int first, TableSchema one, int rank, TableSchema other) {
    if (!one.names().equals(other.names())) {
      throw new IllegalArgumentException(
          "ranks see different features of dataset \"%s\": rank %s has %s, rank %s has %s; name those to use with features(…)"
              .formatted(
                  dataset,
                  first,
                  String.join(", ", one.names()),
                  rank,
                  String.join(", ", other.names())));
    }
  }

  private static TableSchema union(TableSchema one, TableSchema other) {
    List<TableFeature> features = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      TableFeature mine = one.features().get(i);
      TableFeature theirs = other.features().get(i);
      features.add(
          new TableFeature(
              mine.name(), mine.categories().map(all -> union(all, theirs.categories()))));
    }
    return new TableSchema(features);
  }

  private static List<String> union(List<String> one, Optional<List<String>> other) {
    Set<String> all = new LinkedHashSet<>(one);
    other.ifPresent(all::addAll);
    return List.copyOf(all);
  }

  private static TableSchema sorted(TableSchema schema) {
    return new TableSchema(
        schema.features().stream()
            .map(
                feature ->
                    new TableFeature(
                        feature.name(), feature.categories().map(CategoryCodes::sorted)))
            .toList());
  }
}
