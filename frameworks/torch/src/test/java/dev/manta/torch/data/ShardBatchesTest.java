package dev.manta.torch.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.torch.Tensors;
import dev.manta.torch.internal.StepScope;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rows of datasets as tensors over the same memory.
class ShardBatchesTest {
  private final StepScope scope = StepScope.open();
  private final List<Long> handedOut = new ArrayList<>();

  @AfterEach
  void close() {
    scope.close();
  }

  private final class Noting implements ShardBatches.Listener {
    @Override
    public Tensor move(Tensor tensor) {
      return tensor;
    }

    @Override
    public void handOut(long rows) {
      handedOut.add(rows);
    }

    @Override
    public void ended() {}
  }

  private static Dataset rows() {
    return Dataset.generate(
        10,
        i ->
            Row.of("id", i)
                .with("x", i / 2f)
                .with("pair", new float[] {i, -i})
                .with("label", (byte) i)
                .with("ragged", new long[(int) i])
                .with("name", "row " + i)
                .with("even", i % 2 == 0)
                .with("flags", List.of(i > 4, true))
                .with("class", (int) i % 3)
                .with("exact", i / 4.0));
  }

  @Test
  void columnsAreTensorsWhereTheyLie() {
    try (Batches<Batch> batches = rows().batches(10)) {
      Batch batch = batches.iterator().next();
      Tensor x = ColumnTensors.of(batch.column("x"), "x");
      assertThat(x.data_ptr().address()).isEqualTo(batch.column("x").segment().address());
      assertThat(x.sum().item_float()).isEqualTo(22.5f);
      Tensor pair = ColumnTensors.of(batch.column("pair"), "pair");
      assertThat(pair.sizes().vec().get()).containsExactly(10, 2);
      assertThat(pair.select(1, 1).sum().item_float()).isEqualTo(-45);
      assertThat(ColumnTensors.of(batch.column("id"), "id").sum().item_long()).isEqualTo(45);
      assertThat(ColumnTensors.of(batch.column("label"), "label").sum().item_long()).isEqualTo(45);
    }
  }

  @Test
  void booleansBecomeBoolTensors() {
    try (Batches<Batch> batches = rows().batches(7)) {
      var pass = batches.iterator();
      pass.next();
      Batch last = pass.next(); // its bits begin within a byte
      assertThat(Tensors.booleans(ColumnTensors.of(last.column("even"), "even")))
          .containsExactly(false, true, false);
      Tensor flags = ColumnTensors.of(last.column("flags"), "flags");
      assertThat(flags.shape()).containsExactly(3, 2);
      assertThat(Tensors.booleans(flags)).containsOnly(true);
    }
  }

  @Test
  void columnsGetTheTypeAndShapeThatAModelWants() {
    try (Batches<Batch> batches = rows().batches(10)) {
      Batch batch = batches.iterator().next();
      Tensor labels = TensorColumn.of("class").as(ScalarType.Long).of(batch);
      assertThat(Tensors.dtype(labels)).isEqualTo(ScalarType.Long);
      assertThat(Tensors.longs(labels)).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0);
      Tensor exact = TensorColumn.of("exact").as(ScalarType.Float).rows(1).of(batch);
      assertThat(Tensors.dtype(exact)).isEqualTo(ScalarType.Float);
      assertThat(exact.shape()).containsExactly(10, 1);
      assertThat(TensorColumn.of("pair").rows(1, 2, 1).of(batch).shape())
          .containsExactly(10, 1, 2, 1);
      assertThatThrownBy(() -> TensorColumn.of("pair").rows(3, 2).of(batch))
          .hasMessage("rows of column \"pair\" have 2 numbers, not the 6 of shape [3, 2]");
    }
  }

  @Test
  void whatIsNoTensorIsNamed() {
    try (Batches<Batch> batches = rows().batches(10)) {
      Batch batch = batches.iterator().next();
      assertThatThrownBy(() -> ColumnTensors.of(batch, List.of("name")))
          .hasMessageContaining("column \"name\" is text");
      assertThatThrownBy(() -> ColumnTensors.of(batch, List.of("ragged")))
          .hasMessageContaining("lists of column \"ragged\" differ in length");
    }
  }

  @Test
  void aPassGivesAllRowsAndTheBatchBeforeStaysReadable() {
    float sum = 0;
    List<TensorBatch> seen = new ArrayList<>();
    try (var batches =
        new ShardBatches(
            rows().batches(4),
            batch -> ColumnTensors.of(batch, List.of("x", "id")),
            new Noting())) {
      for (TensorBatch batch : batches) {
        sum += batch.x().sum().item_float();
        if (!seen.isEmpty()) {
          assertThat(seen.getLast().y().select(0, 0).item_long())
              .as("the batch before")
              .isEqualTo(4L * (seen.size() - 1));
        }
        seen.add(batch);
      }
    }
    assertThat(sum).isEqualTo(22.5f);
    assertThat(handedOut).containsExactly(4L, 4L, 2L);
  }
}
