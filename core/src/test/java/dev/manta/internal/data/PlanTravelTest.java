package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.BadRecords;
import dev.manta.data.Condition;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.data.Row;
import dev.manta.internal.data.pass.DatasetReads;
import dev.manta.internal.data.plan.DatasetSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PlanTravelTest {
  record Scale(double by) implements Functions.RowMap {
    @Override
    public Row apply(Row row) {
      return row.with("scaled", row.real("id") * by);
    }
  }

  static Row doubled(Row row) {
    return row.with("twice", row.whole("id") * 2);
  }

  private static List<Row> travelled(Dataset dataset) {
    DatasetSpec spec = DatasetSpec.parse(dataset.spec(DataConfig.split()).text());
    return DatasetReads.take(new DatasetReads.Asked(spec.plan(), spec.bad(), _ -> {}));
  }

  @Test
  @SuppressWarnings("serial") // lambdas of tests are of no use to others
  void aPlanWithFunctionsTravelsAsTextAndGivesTheSameRows() {
    int most = 40;
    String name = "label";
    Dataset dataset =
        Dataset.range(1000)
            .where(Condition.less("id", 500))
            .filter(row -> row.whole("id") < most)
            .map(PlanTravelTest::doubled)
            .map(new Scale(0.5))
            .withColumn(name, row -> name + row.whole("id"))
            .union(Dataset.of(List.of(Row.of("id", 1L, "twice", 2L, "scaled", 3.0, name, "x"))))
            .shuffleWindow(100, 3)
            .badRecords(BadRecords.skip());
    assertThat(travelled(dataset)).hasSize(41).hasToString(dataset.takeAll().toString());
  }

  @Test
  void whatCannotTravelIsRefusedWithAReason() {
    Object lock = new Object();
    Dataset dataset = Dataset.range(3).filter(row -> row.hashCode() != lock.hashCode());
    assertThat(dataset.takeAll()).hasSize(3);
    assertThatThrownBy(() -> dataset.spec(DataConfig.split()).text())
        .hasMessageContaining("captures a java.lang.Object, which does not travel to workers");
  }
}
