package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypedDatasetTest {
  @Test
  void aDatasetHasANameAFormatAndPaths() {
    assertThat(TypedDataset.parse("train=parquet:a,b"))
        .isEqualTo(new TypedDataset("train", "parquet", List.of("a", "b")));
  }

  @Test
  void theEndingOfAPathSaysItsFormat() {
    assertThat(TypedDataset.parse("x=/data/rows.CSV").format()).isEqualTo("csv");
    assertThat(TypedDataset.parse("x=s3://bucket/rows.parquet"))
        .isEqualTo(new TypedDataset("x", "parquet", List.of("s3://bucket/rows.parquet")));
    assertThat(TypedDataset.parse("x=csv:s3://bucket/a").paths()).containsExactly("s3://bucket/a");
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThatThrownBy(() -> TypedDataset.parse("data/"))
        .hasMessage("--dataset data/: say NAME=FORMAT:PATH, such as train=parquet:data/");
    assertThatThrownBy(() -> TypedDataset.parse("train=data/"))
        .hasMessageContaining("the path does not tell its format");
  }
}
