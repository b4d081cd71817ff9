package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JoinTest {
  private static Dataset of(String column, Object key) {
    return Dataset.of(List.of(Row.of("k", key, column, 1)));
  }

  @ParameterizedTest
  @EnumSource
  void keysThatAreNeverEqualAreRefused(JoinKind kind) {
    assertThatThrownBy(() -> of("a", "1").join(of("b", 1), "k", kind).takeAll())
        .hasMessageContaining("the join by \"k\" compares text with i32")
        .hasMessageContaining("withColumn");
    assertThatThrownBy(() -> of("a", true).join(of("b", 1), "k", kind).takeAll())
        .hasMessageContaining("compares bool with i32");
    assertThatThrownBy(() -> of("a", LocalDate.EPOCH).join(of("b", 0), "k", kind).takeAll())
        .hasMessageContaining("compares date with i32");
  }

  @Test
  void aSideOfNothingButNullsFitsToAnyKey() {
    Dataset nulls = of("b", 1).withColumn("k", _ -> null);

    assertThat(of("a", 7).join(nulls, "k", JoinKind.LEFT).takeAll())
        .isEqualTo(of("a", 7).withColumn("b", _ -> null).takeAll());
  }

  @Test
  void momentsOfDifferentUnitsAreEqual(@TempDir Path directory) throws Exception {
    String file = directory.resolve("a.csv").toString();
    Files.writeString(Path.of(file), "k,a\n2024-01-01T00:00:00,1\n9999-12-31T00:00:00,2\n");
    Dataset left = moments(file, "timestamp[seconds]");
    Dataset right = moments(file, "timestamp[micros]").rename("a", "b");

    assertThat(left.join(right, "k", JoinKind.INNER).select("a", "b").takeAll())
        .containsExactly(Row.of("a", 1L, "b", 1L), Row.of("a", 2L, "b", 2L));
  }

  private static Dataset moments(String file, String type) {
    return Dataset.csv(CsvOptions.defaults().type("k", type), file);
  }
}
