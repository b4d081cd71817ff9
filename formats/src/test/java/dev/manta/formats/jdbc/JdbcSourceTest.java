package dev.manta.formats.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Queries of a real SQLite database.
@Timeout(300)
class JdbcSourceTest {
  @TempDir Path directory;

  private String database() throws Exception {
    String url = "jdbc:sqlite:" + directory.resolve("a.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE points (id INTEGER, x REAL, name TEXT)");
      for (int i = 0; i < 100; i++) {
        String name = i % 10 == 3 ? "NULL" : "'n" + i + "'";
        statement.executeUpdate(
            "INSERT INTO points VALUES (%s, %s, %s)".formatted(i, i / 2.0, name));
      }
    }
    return url;
  }

  @Test
  void aQueryIsADatasetInOneOrManySplits() throws Exception {
    var source = JdbcSource.of(database(), "SELECT * FROM points WHERE x < 40");
    List<Row> all = Dataset.from(source).takeAll();
    assertThat(all).hasSize(80);
    assertThat(all.get(3)).hasToString("{id=3, x=1.5, name=null}");
    Dataset split = Dataset.from(source.splitBy("id", 0, 100, 7));
    assertThat(split.takeAll()).hasToString(all.toString());
  }

  @Test
  void aWrongQueryIsNamed() throws Exception {
    var source = JdbcSource.of(database(), "SELECT * FROM missing");
    assertThatThrownBy(() -> Dataset.from(source).takeAll())
        .hasMessageContaining("query part 0 failed")
        .hasMessageContaining("no such table: missing");
  }

  @Test
  void rowsWithoutAKeyOrOutsideTheRangeAreInASplit() throws Exception {
    String url = database();
    String query = "SELECT CASE WHEN id % 10 = 0 THEN NULL ELSE id END AS key, x FROM points";
    var source = JdbcSource.of(url, query).splitBy("key", 20, 60, 4);
    assertThat(Dataset.from(source).takeAll()).hasSize(100);
    assertThat(Dataset.from(source).filter(row -> row.isNull("key")).count()).isEqualTo(10);
    var single = JdbcSource.of(url, query).splitBy("key", 20, 60, 1);
    assertThat(Dataset.from(single).takeAll()).hasSize(100);
  }

  @Test
  void twoColumnsOfOneNameAreRefused() throws Exception {
    var source = JdbcSource.of(database(), "SELECT id, x AS id FROM points");
    assertThatThrownBy(() -> Dataset.from(source).takeAll())
        .hasMessageContaining("two columns are called \"id\": give one of them another name");
  }
}
