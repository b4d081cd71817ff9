package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.internal.json.Bind;
import dev.manta.internal.json.Json;

/// A dataset as it travels to workers.
///
/// @param split whether ranks share it out, or each reads all of it
public record DatasetSpec(Plan plan, BadRecords bad, boolean split) {
  public String text() {
    return Bind.write(this).text();
  }

  public static DatasetSpec parse(String text) {
    return Bind.read(Json.parse(text), DatasetSpec.class, "dataset");
  }
}
