package dev.manta.formats;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Condition;
import dev.manta.data.CsvOptions;
import dev.manta.data.Dataset;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.formats.image.Images;
import dev.manta.formats.jdbc.JdbcSource;
import java.util.ArrayList;
import java.util.List;

/// How rows are read from everywhere, for the page about sources.
final class SourcesGuide {
  private SourcesGuide() {}

  // region: parquet
  static Dataset parquet(String directory) {
    return Dataset.parquet(directory)
        .where(Condition.equal("year", 2024)) // other directories are not opened
        .where(Condition.more("length", 1)) // nor row groups that cannot have such a row
        .select("id", "length"); // nor other columns
  }

  // endregion

  // region: csv
  static Dataset csv(String path) {
    var options = CsvOptions.defaults().separator(';').type("id", "i64").type("length", "f32");
    return Dataset.csv(options, path).badRecords(BadRecords.skip());
  }

  // endregion

  // region: lines
  static Dataset jsonLines(String path) {
    return Dataset.jsonLines(path).where(Condition.notNull("length"));
  }

  static Dataset words(String path) {
    return Dataset.text(path)
        .flatMap(
            row ->
                List.of(row.text("text").split(" ")).stream()
                    .map(word -> Row.of("word", word))
                    .toList());
  }

  // endregion

  // region: files
  static Dataset images(String directory) {
    return Images.folder(32, 32, directory).badRecords(BadRecords.skip());
  }

  static Dataset sizes(String directory) {
    return Dataset.binaryFiles(directory)
        .map(row -> Row.of("label", row.text("label"), "size", row.bytes("bytes").length));
  }

  // endregion

  // region: arrays
  static Dataset arrays(String npy) {
    return Dataset.npy(npy).rename("data", "x");
  }

  static Dataset arrow(String directory) {
    return Dataset.read("arrow", directory).repartition(50_000);
  }

  // endregion

  // region: records
  static Dataset tfrecord(String directory) {
    return Dataset.read("tfrecord", directory).withColumn("half", row -> row.real("x") / 2);
  }

  static Dataset webdataset(String archive) {
    return Dataset.read("webdataset", archive).select("__key__", "cls");
  }

  // endregion

  // region: jdbc
  static Dataset query(String url) {
    return Dataset.from(
        JdbcSource.of(url, "SELECT id, x FROM points WHERE x < 40")
            .splitBy("id", 0, 100, 4)); // four queries, side by side
  }

  // endregion

  // region: memory
  record Point(int x, double y) {}

  static Dataset points() {
    return Dataset.ofRecords(List.of(new Point(1, 2.5), new Point(3, 4.5)));
  }

  static Dataset squares(long rows) {
    return Dataset.generate(rows, i -> Row.of("id", i, "square", i * i));
  }

  // endregion

  // region: own
  /// The days of years, a year at a time; a record, so that it travels to workers.
  record Days(int from, int to) implements Source {
    @Override
    public SourceReader open() {
      return new SourceReader() {
        @Override
        public List<Split> splits() {
          List<Split> years = new ArrayList<>();
          for (int year = from; year < to; year++) {
            int days = java.time.Year.of(year).length();
            years.add(Split.ofRows("calendar", "year " + year, year, days, days * 8L));
          }
          return years;
        }

        @Override
        public Batch read(Split split, Wanted wanted, Reading reading) {
          var rows = new BatchBuilder(reading.memory());
          for (int day = 1; day <= split.length(); day++) {
            rows.add(Row.of("day", java.time.LocalDate.ofYearDay((int) split.offset(), day)));
          }
          return rows.build();
        }
      };
    }
  }

  static Dataset days() {
    return Dataset.from(new Days(2020, 2030));
  }
  // endregion
}
