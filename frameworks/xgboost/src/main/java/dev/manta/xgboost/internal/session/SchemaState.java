package dev.manta.xgboost.internal.session;

import dev.manta.tabular.TableSchema;
import dev.manta.train.Copied;

/// The features of a training as live state: in snapshots they are `table.json`, and what is
/// restored must be what is read now.
public final class SchemaState implements Copied {
  private final TableSchema schema;

  public SchemaState(TableSchema schema) {
    this.schema = schema;
  }

  @Override
  public byte[] save() {
    return schema.bytes();
  }

  @Override
  public void load(byte[] bytes) {
    TableSchema before = TableSchema.parse(bytes);
    if (!before.names().equals(schema.names())) {
      throw new IllegalArgumentException(
          "the model has learned from the features %s, but the dataset has %s now: train it on the same columns, or start a run of another name"
              .formatted(String.join(", ", before.names()), String.join(", ", schema.names())));
    }
    if (!before.equals(schema)) {
      throw new IllegalArgumentException(
          "the dataset has other categories than those that the model has learned from: train it on"
              + " the same rows, or start a run of another name");
    }
  }

  @Override
  public String ending() {
    return ".json";
  }
}
