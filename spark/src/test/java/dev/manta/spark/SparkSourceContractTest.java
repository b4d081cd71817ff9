package dev.manta.spark;

import dev.manta.data.Source;
import dev.manta.testkit.data.SourceContract;
import dev.manta.testkit.data.SourceSample;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Partitions of a data frame in pieces, some of which are shorter.
final class SparkSourceContractTest extends SourceContract {
  private static final int ROWS = 60;
  private static final int PER_PIECE = 20;

  @RegisterExtension static final LocalSpark SPARK = new LocalSpark();

  @Override
  protected SourceSample sample(Path directory) {
    Source source = SparkFrames.add("numbered", frame(ROWS), PER_PIECE);
    return new SourceSample(source, SourceSample.numbered(0, ROWS));
  }

  @Override
  protected Source empty(Path directory) {
    return SparkFrames.add("empty", frame(0), PER_PIECE);
  }

  private static Dataset<Row> frame(int rows) {
    return SPARK
        .session()
        .range(rows)
        .selectExpr(
            "id", "concat('wörd ', id % 5) AS word", "IF(id % 7 = 3, NULL, id / 4.0D) AS part")
        .coalesce(2);
  }
}
