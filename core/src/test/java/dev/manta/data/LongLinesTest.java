package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Lines that are longer than the ranges into which files are cut.
@Timeout(300)
class LongLinesTest {
  private static final int LENGTH = 22 << 20;
  private static final String LONG = "x".repeat(LENGTH);

  @TempDir private Path directory;

  private String file(String name, String text) throws IOException {
    return CountedStorage.of(Files.writeString(directory.resolve(name), text));
  }

  /// Once for a look at the columns, once by the range that the line begins in, once by all others.
  private static void assertReadInFewPieces(String file) {
    CountedStorage.Asked asked = CountedStorage.asked(file);
    assertThat(asked.bytes()).isLessThan(3L * LENGTH);
    assertThat(asked.reads()).isLessThan(50);
  }

  private static List<Integer> lengths(Dataset dataset, String column) {
    return dataset.takeAll().stream().map(row -> row.text(column).length()).toList();
  }

  @Test
  void aLongLineOfTextIsReadOnce() throws IOException {
    String file = file("a.txt", "first\n" + LONG + "\nlast\n");
    assertThat(lengths(Dataset.text(file), "text")).containsExactly(5, LENGTH, 4);
    assertReadInFewPieces(file);
  }

  @Test
  void aLongRecordOfCsvIsReadOnceBesideTheLookAtItsColumns() throws IOException {
    String file = file("a.csv", "id,text\n1,a\n2," + LONG + "\n3,b\n");
    assertThat(lengths(Dataset.csv(file), "text")).containsExactly(1, LENGTH, 1);
    assertReadInFewPieces(file);
  }

  @Test
  void aLongJsonLineIsReadOnceBesideTheLookAtItsColumns() throws IOException {
    String file =
        file("a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"%s\"}\n{\"text\":\"b\"}\n".formatted(LONG));
    assertThat(lengths(Dataset.jsonLines(file), "text")).containsExactly(1, LENGTH, 1);
    assertReadInFewPieces(file);
  }

  @Test
  void aLastLineNeedsNoEndHoweverLongItIs() throws IOException {
    String file = file("b.txt", "first\n" + LONG);
    assertThat(lengths(Dataset.text(file), "text")).containsExactly(5, LENGTH);
    assertReadInFewPieces(file);
  }
}
