package dev.manta.tabular;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;

/// What all ranks know of a table that they share.
record TableTotals(TableSchema schema, long rows, boolean spilled, LabelRange labels) {
  /// Called by every rank with its own rows.
  static TableTotals of(Collectives collectives, TableSchema schema, KeptRows mine) {
    double[] sums = {mine.labels().length, mine.isSpilled() ? 1 : 0, mine.fractions()};
    collectives.allReduce(sums, Op.SUM);
    double[] extremes = {-mine.least(), mine.most()};
    collectives.allReduce(extremes, Op.MAX);
    var range = new LabelRange(-extremes[0], extremes[1], sums[2] == 0);
    return new TableTotals(schema, (long) sums[0], sums[1] > 0, range);
  }
}
