package dev.manta.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.djl.internal.engine.PyTorchEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchColumnsTest {
  private final NDManager manager = open();

  private static NDManager open() {
    PyTorchEngine.load();
    return NDManager.newBaseManager();
  }

  @AfterEach
  void close() {
    manager.close();
  }

  private NDArray data(BatchColumns columns, Row... rows) {
    try (Batches<Batch> batches = Dataset.of(List.of(rows)).batches(10)) {
      return columns.data(manager, batches.iterator().next()).singletonOrThrow();
    }
  }

  private NDArray labels(Row... rows) {
    try (Batches<Batch> batches = Dataset.of(List.of(rows)).batches(10)) {
      return BatchColumns.features("x")
          .label("y")
          .labels(manager, batches.iterator().next())
          .singletonOrThrow();
    }
  }

  @Test
  void numbersOfAnyTypeLieSideBySide() {
    NDArray array =
        data(
            BatchColumns.features("a", "b").label("y"),
            Row.of("a", 1, "b", 0.5, "y", 1),
            Row.of("a", 2, "b", 0.25, "y", 0));
    assertThat(array.getShape()).isEqualTo(new Shape(2, 2));
    assertThat(array.toFloatArray()).containsExactly(1, 0.5f, 2, 0.25f);
  }

  @Test
  void listsAreTheRowsOfAMatrixOrOfTheShapeThatIsAskedFor() {
    Row row = Row.of("x", new float[] {1, 2, 3, 4}, "y", 1);
    BatchColumns columns = BatchColumns.features("x").label("y");
    assertThat(data(columns, row, row).getShape()).isEqualTo(new Shape(2, 4));
    assertThat(data(columns.rows(1, 2, 2), row, row).getShape()).isEqualTo(new Shape(2, 1, 2, 2));
    assertThatThrownBy(() -> data(columns.rows(3), row))
        .hasMessage("rows of [x] have 4 numbers, not those of shape [3]");
  }

  @Test
  void wholeNumbersAreClassesAndOthersAreValues() {
    assertThat(labels(Row.of("x", 1, "y", 7)).getDataType()).isEqualTo(DataType.INT64);
    assertThat(labels(Row.of("x", 1, "y", 7)).getShape()).isEqualTo(new Shape(1));
    assertThat(labels(Row.of("x", 1, "y", 0.5)).getDataType()).isEqualTo(DataType.FLOAT32);
  }

  @Test
  void whatNoArrayHoldsIsRefused() {
    BatchColumns x = BatchColumns.features("x").label("y");
    assertThatThrownBy(() -> data(x, Row.of("x", "text", "y", 1)))
        .hasMessageContaining("column \"x\" is text, not a number");
    assertThatThrownBy(() -> data(x, Row.of("x", new float[] {1}, "y", 1), two()))
        .hasMessageContaining("row 1 has 2 numbers, row 0 has 1");
    assertThatThrownBy(() -> data(x, Row.of("z", 1, "y", 1))).hasMessageContaining("\"x\"");
    assertThatThrownBy(() -> BatchColumns.features(new String[0]).label("y"))
        .hasMessageContaining("at least one column");
    assertThatThrownBy(() -> BatchColumns.features("y").label("y"))
        .hasMessageContaining("both a feature and the label");
  }

  private static Row two() {
    return Row.of("x", new float[] {1, 2}, "y", 1);
  }
}
