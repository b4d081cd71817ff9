package dev.manta.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the page for those who move shows does what it says.
@Timeout(300)
class MovingGuideTest {
  @TempDir Path directory;

  private static Dataset rows() {
    return Dataset.generate(
        100, i -> Row.of("id", i, "x", i == 0 ? null : (Object) (double) i, "y", "c" + i % 3));
  }

  private Dataset read() {
    String files = directory.resolve("files").toString();
    MovingGuide.write(rows(), files);
    return MovingGuide.read(files);
  }

  @Test
  void rowsAreWrittenReadAndChanged() {
    Dataset read = read();
    assertThat(read.count()).isEqualTo(99);
    assertThat(MovingGuide.map(read).take(1)).hasToString("[{id=2, x=2.0, y=c2, z=4.0}]");
    assertThat(MovingGuide.mapBatches(read).skip(3).take(1))
        .hasToString("[{id=4, x=4.0, y=c1, root=2.0}]");
    assertThat(MovingGuide.predict(read, () -> batch -> batch).count()).isEqualTo(99);
    assertThat(MovingGuide.sum(read)).isEqualTo(4950);
  }

  @Test
  void rowsAreShuffledSplitGroupedAndJoined() {
    Dataset read = read();
    assertThat(MovingGuide.shuffled(read).count()).isEqualTo(99);
    assertThat(MovingGuide.shuffledNearby(read).count()).isEqualTo(99);
    var both = MovingGuide.split(read);
    assertThat(both.train().count() + both.test().count()).isEqualTo(99);
    assertThat(MovingGuide.totals(read).take(1)).hasToString("[{y=c0, count=33, mean_x=51.0}]");
    Dataset names = Dataset.generate(3, i -> Row.of("id", i, "name", "n" + i));
    assertThat(MovingGuide.named(read, names).filter(row -> !row.isNull("name")).count())
        .isEqualTo(2);
  }

  @Test
  void columnsArePrepared() {
    var fitted = MovingGuide.fitted(rows());
    assertThat(fitted.transform(rows()).take(1).getFirst().names())
        .containsExactly("id", "x", "y_c0", "y_c1", "y_c2");
  }
}
