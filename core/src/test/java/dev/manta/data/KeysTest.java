package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What rows can be sorted, grouped and joined by.
@Timeout(300)
class KeysTest {
  private static final byte[] LOW = {1, 2};
  private static final byte[] HIGH = {(byte) 0x80};

  private static Dataset rows() {
    return Dataset.of(
        List.of(
            Row.of("key", HIGH, "x", 1),
            Row.of("key", LOW, "x", 2),
            Row.of("key", null, "x", 3),
            Row.of("key", new byte[0], "x", 4),
            Row.of("key", HIGH.clone(), "x", 5)));
  }

  private static List<Integer> numbers(Dataset dataset, String column) {
    return dataset.takeAll().stream().map(row -> (int) row.whole(column)).toList();
  }

  @Test
  void byteStringsAreSortedWithoutSign() {
    assertThat(numbers(rows().sort("key"), "x")).containsExactly(4, 2, 1, 5, 3);
    assertThat(numbers(rows().sortDescending("key"), "x")).containsExactly(1, 5, 2, 4, 3);
  }

  @Test
  void rowsAreGroupedByByteStrings() {
    List<Row> groups =
        rows().groupBy("key").aggregate(Aggregate.count(), Aggregate.max("key")).takeAll();
    assertThat(groups).extracting(row -> row.whole("count")).containsExactly(1L, 1L, 2L, 1L);
    assertThat(groups.get(2).bytes("key")).isEqualTo(HIGH);
    assertThat(groups.get(2).bytes("max_key")).isEqualTo(HIGH);
  }

  @Test
  void rowsAreJoinedByByteStrings() {
    Dataset other = Dataset.of(List.of(Row.of("key", HIGH, "y", 10), Row.of("key", LOW, "y", 20)));
    List<Integer> pairs =
        rows().join(other, "key", JoinKind.INNER).takeAll().stream()
            .map(row -> (int) (row.whole("x") * 100 + row.whole("y")))
            .sorted()
            .toList();
    assertThat(pairs).containsExactly(110, 220, 510);
  }

  @Test
  void textsAreSortedByCodePoints() {
    List<String> texts = Arrays.asList("\uD83D\uDE00", "\uFF21", "z", "a", "", "zz");
    Dataset rows = Dataset.of(texts.stream().map(text -> Row.of("t", text)).toList());
    assertThat(rows.sort("t").takeAll().stream().map(row -> row.text("t")))
        .containsExactly("", "a", "z", "zz", "\uFF21", "\uD83D\uDE00");
  }
}
