package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What users are told where a function or a path is not what it should be.
@SuppressWarnings("NullAway") // it is about nulls where there must be none
class MistakesTest {
  private static final String NEXT = "it gave null: leave rows out with filter, or flatMap";

  @Test
  void functionsThatGiveNull() {
    assertThatThrownBy(() -> Dataset.range(2).map(_ -> null).takeAll())
        .hasMessageContaining("map of row 0 of range rows 0 to 2")
        .hasMessageContaining(NEXT);
    assertThatThrownBy(() -> Dataset.range(2).flatMap(_ -> null).takeAll())
        .hasMessageContaining(NEXT);
    assertThatThrownBy(() -> Dataset.range(2).flatMap(_ -> Arrays.asList((Row) null)).takeAll())
        .hasMessageContaining(NEXT);
    assertThatThrownBy(() -> Dataset.range(2).mapBatches(_ -> null).takeAll())
        .hasMessageContaining("mapBatches on rows 0 to 2")
        .hasMessageContaining("it gave null: give the batch itself where nothing changes");
  }

  @Test
  void rowsThatAreNullAreBadRecords() {
    Dataset odd = Dataset.range(4).map(row -> row.whole("id") % 2 == 0 ? null : row);

    assertThat(odd.badRecords(BadRecords.skip()).takeAll()).hasToString("[{id=1}, {id=3}]");
  }

  @Test
  void aGlobThatIsNotWhole() {
    assertThatThrownBy(() -> Dataset.csv("data/{a,b.csv").count())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("data/{a,b.csv is not a glob: Missing '}");
  }

  @Test
  void rowsOfThisProcessForWorkers() {
    Dataset kept = Dataset.of(List.of(Row.of("a", 1))).materialize();

    assertThatThrownBy(() -> kept.spec(DataConfig.split()).text())
        .hasMessageContaining("materialize() keeps in this process does not travel")
        .hasMessageContaining("cache()");
  }
}
