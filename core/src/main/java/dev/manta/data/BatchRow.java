package dev.manta.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A row of a batch, read where it lies.
record BatchRow(Batch batch, int index) implements Row {
  @Override
  public List<String> names() {
    return batch.schema().names();
  }

  @Override
  public @Nullable Object value(String name) {
    return ColumnValues.at(batch.column(name), index);
  }

  @Override
  public int size() {
    return batch.schema().size();
  }

  @Override
  public Map<String, @Nullable Object> toMap() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < size(); i++) {
      values.put(names().get(i), ColumnValues.at(batch.column(i), index));
    }
    return values;
  }

  @Override
  public boolean isNull(String name) {
    return batch.column(name).isNull(index);
  }

  @Override
  public long whole(String name) {
    return ColumnArrays.whole(present(name), name, index);
  }

  @Override
  public double real(String name) {
    return present(name).realAt(index);
  }

  private Column present(String name) {
    Column column = batch.column(name);
    if (column.isNull(index)) {
      throw new IllegalArgumentException("column \"" + name + "\" is null");
    }
    return ColumnArrays.requireNumbers(column, name);
  }

  @Override
  public String toString() {
    return toMap().toString();
  }
}
