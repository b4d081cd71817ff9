package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonObject;

/// What the code of a cell shows below it.
interface Outputs {
  /// Something to look at, in several forms of which a notebook takes the richest that it knows.
  ///
  /// @param id what it is replaced by later; empty where it is not
  void shown(String id, JsonObject forms);

  /// The same place with other content.
  void replaced(String id, JsonObject forms);
}
