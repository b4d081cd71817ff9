package dev.manta.internal.data.plan;

import dev.manta.data.BadRecords;
import dev.manta.data.Preparation;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;

/// A dataset as it travels to workers.
///
/// @param split whether ranks share it out, or each reads all of it
/// @param preparation where its rows are read and transformed
/// @param byAbsolutePath whether samples are chosen by the absolute paths of files, as runs of
///   older versions began to
public record DatasetSpec(
    Plan plan, BadRecords bad, boolean split, Preparation preparation, boolean byAbsolutePath) {
  public DatasetSpec(Plan plan, BadRecords bad, boolean split, Preparation preparation) {
    this(plan, bad, split, preparation, false);
  }

  /// The same for a run of an older version.
  public DatasetSpec sampledByAbsolutePath() {
    return new DatasetSpec(plan, bad, split, preparation, true);
  }

  public String text() {
    return Bind.write(this).text();
  }

  public static DatasetSpec parse(String text) {
    return Bind.read(Json.parse(text), DatasetSpec.class, "dataset");
  }
}
