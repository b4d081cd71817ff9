package dev.manta.internal.data.plan;

import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Split;
import dev.manta.spi.files.SourceFiles;
import dev.manta.spi.files.TypeNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What a process has found of a source: its files, and what it is cut into. Another process that
/// is given it neither lists directories nor looks into files that it does not read.
///
/// @param pieces the splits, where they were asked for
/// @param columns the columns of all pieces, where those differ
/// @param conflicts those that do not fit together
public record SourceListing(
    Map<String, List<SourceFiles.Found>> files,
    Optional<List<Piece>> pieces,
    Optional<List<Named>> columns,
    Map<String, String> conflicts) {
  private static final long UNKNOWN = -1;

  /// A split; its rows are -1 where nobody knows.
  public record Piece(String path, String place, long offset, long length, long rows, long bytes) {}

  /// A column by the name of its type.
  public record Named(String name, String type) {}

  static SourceListing of(
      Map<String, List<SourceFiles.Found>> files,
      Optional<List<Split>> splits,
      Optional<Schema> schema,
      Map<String, String> conflicts) {
    return new SourceListing(
        Map.copyOf(files),
        splits.map(all -> all.stream().map(SourceListing::piece).toList()),
        schema.map(all -> all.fields().stream().map(SourceListing::named).toList()),
        conflicts);
  }

  private static Piece piece(Split split) {
    return new Piece(
        split.path(),
        split.place(),
        split.offset(),
        split.length(),
        split.rows().orElse(UNKNOWN),
        split.bytes());
  }

  private static Named named(Field field) {
    return new Named(field.name(), field.type().text());
  }

  Optional<List<Split>> splits() {
    return pieces.map(all -> all.stream().map(SourceListing::split).toList());
  }

  private static Split split(Piece piece) {
    OptionalLong rows =
        piece.rows() == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(piece.rows());
    return new Split(
        piece.path(), piece.place(), piece.offset(), piece.length(), rows, piece.bytes());
  }

  Optional<Schema> schema() {
    return columns.map(
        all ->
            Schema.of(
                all.stream()
                    .map(each -> new Field(each.name(), TypeNames.parse(each.type())))
                    .toList()));
  }
}
