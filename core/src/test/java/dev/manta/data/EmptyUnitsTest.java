package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Units that lose all their rows lose what is known of their columns: nobody notices.
@Timeout(300)
class EmptyUnitsTest {
  /// Ten units, of which one keeps rows.
  private static Dataset few() {
    return Dataset.range(100).repartition(10).filter(row -> row.whole("id") / 10 == 3);
  }

  private static Dataset mapped() {
    return few().map(row -> Row.of("y", row.whole("id")));
  }

  @Test
  void stepsNameColumnsThatOtherUnitsHave() {
    assertThat(mapped().select("y").count()).isEqualTo(10);
    assertThat(mapped().rename("y", "z").schema()).hasToString("z i64");
    assertThat(mapped().where(Condition.less("y", 33)).count()).isEqualTo(3);
    assertThat(mapped().withColumn("z", row -> row.whole("y") + 1).drop("y").schema())
        .hasToString("z i64");
    assertThat(few().mapBatches(batch -> batch).select("id").count()).isEqualTo(10);
    assertThatThrownBy(() -> mapped().select("z").takeAll())
        .hasMessageContaining("there is no column \"z\"; there are y");
  }

  @Test
  void rowsAreSortedGroupedAndJoined() {
    assertThat(mapped().sort("y").takeAll()).hasSize(10);
    assertThat(mapped().shuffle(1).takeAll()).hasSize(10);
    assertThat(mapped().shuffleWindow(50, 1).takeAll()).hasSize(10);
    assertThat(mapped().groupBy("y").aggregate(Aggregate.count()).takeAll()).hasSize(10);
    assertThat(mapped().rename("y", "id").join(Dataset.range(100), "id", JoinKind.INNER).count())
        .isEqualTo(10);
  }

  @Test
  void anythingJoinsWithNothing() {
    for (Dataset nothing : List.of(Dataset.range(0), Dataset.of(List.of()), few().limit(0))) {
      assertThat(Dataset.range(3).join(nothing, "id", JoinKind.LEFT).takeAll()).hasSize(3);
      assertThat(Dataset.range(3).join(nothing, "id", JoinKind.INNER).takeAll()).isEmpty();
      assertThat(nothing.join(Dataset.range(3), "id", JoinKind.LEFT).takeAll()).isEmpty();
      assertThat(nothing.sort("id").shuffle(1).takeAll()).isEmpty();
    }
  }

  @Test
  void noRowsAreTakenAndNoneAreSkipped() {
    assertThat(Dataset.range(3).take(0)).isEmpty();
    assertThat(Dataset.range(3).limit(0).count()).isZero();
    assertThat(Dataset.range(3).skip(0).count()).isEqualTo(3);
    assertThatThrownBy(() -> Dataset.range(3).limit(-1))
        .hasMessage("rows must be at least 0, not -1");
    assertThatThrownBy(() -> Dataset.generate(-5, i -> Row.of("id", i)))
        .hasMessage("a generator makes at least 0 rows, not -5");
  }

  @Test
  void aMixNeedsRowsOfEach() {
    assertThatThrownBy(() -> Dataset.mix(1)).hasMessage("mix needs at least one dataset");
    assertThatThrownBy(() -> Dataset.range(3).weighted(Double.POSITIVE_INFINITY))
        .hasMessageContaining("finite");
    Dataset mixed = Dataset.mix(1, Dataset.range(3).weighted(1), Dataset.range(0).weighted(1));
    assertThatThrownBy(mixed::takeAll).hasMessageContaining("number 1 of them has no rows");
  }
}
