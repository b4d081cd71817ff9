package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.List;
import java.util.Map;

/// What a preprocessor has learnt: a function on batches that travels to workers and is saved as
/// JSON.
public sealed interface Fitted extends Functions.BatchMap {
  @Override
  Batch apply(Batch batch);

  /// A dataset with its columns changed.
  default Dataset transform(Dataset dataset) {
    return dataset.mapBatches(this);
  }

  /// As text that [#load] reads.
  default String save() {
    return Bind.write(this, Fitted.class).text();
  }

  /// Reads what [#save] wrote; anything else is refused.
  static Fitted load(String text) {
    return (Fitted)
        Bind.read(Json.parse(text), (java.lang.reflect.Type) Fitted.class, "preprocessor");
  }

  /// Numbers minus a shift, over a scale.
  record Scaled(Map<String, Line> columns) implements Fitted {
    /// What is taken away, and what is divided by.
    public record Line(double shift, double scale) {}

    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      columns.forEach(
          (name, line) ->
              edit.reals(name, edit.reals(name), value -> (value - line.shift) / line.scale));
      return edit.build();
    }
  }

  /// Values where there were none, by column.
  record Imputed(Map<String, Double> numbers, Map<String, String> texts) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      numbers.forEach(
          (name, filling) ->
              edit.reals(name, edit.reals(name), value -> Double.isNaN(value) ? filling : value));
      texts.forEach(edit::fill);
      return edit.build();
    }
  }

  /// The categories of a column, ordered.
  ///
  /// @param gaps whether some rows had none
  record Known(List<String> values, boolean gaps) {}

  /// The number of a category among all, ordered; -1 for one that was not there, null for none.
  record Ordinal(Map<String, Known> categories) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      categories.forEach((name, known) -> edit.number(name, known.values));
      return edit.build();
    }
  }

  /// A column of 0 and 1 for each category, in place of the column.
  record OneHot(Map<String, Known> categories) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      categories.forEach(edit::flags);
      return edit.build();
    }
  }

  /// Rows of numbers over their length.
  record Normalized(List<String> columns, Norm norm) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      edit.normalize(columns, norm);
      return edit.build();
    }
  }

  /// How long a row is.
  enum Norm {
    /// The sum of absolute values.
    L1,
    /// The root of the sum of squares.
    L2,
    /// The greatest absolute value.
    MAX
  }

  /// Columns side by side as one column of lists, in their place.
  record Concatenated(List<String> columns, String name) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      edit.concatenate(columns, name);
      return edit.build();
    }
  }

  /// How often each word of a vocabulary is in a text, as a list, in place of the column.
  record Counted(String column, List<String> vocabulary) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      edit.lists(column, text -> TextTokens.counts(text, vocabulary));
      return edit.build();
    }
  }

  /// Words counted at the place that their hash says, with its sign, in place of the column.
  record Hashed(String column, int features) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      var edit = new Edit(batch);
      edit.lists(column, text -> TextTokens.hashed(text, features));
      return edit.build();
    }
  }

  /// One after the other.
  record Chain(List<Fitted> all) implements Fitted {
    @Override
    public Batch apply(Batch batch) {
      Batch now = batch.retain();
      for (Fitted each : all) {
        try (Batch before = now) {
          now = each.apply(before);
        }
      }
      return now;
    }
  }
}
