package dev.manta.formats.jdbc;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.testkit.data.SourceContract;
import dev.manta.testkit.data.SourceSample;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;

/// Queries of a real SQLite database.
final class JdbcSourceContractTest extends SourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    List<Row> rows = SourceSample.numbered(0, 40);
    String query = "SELECT * FROM rows ORDER BY id";
    return new SourceSample(
        JdbcSource.of(database(directory, rows), query).splitBy("id", 0, 40, 7), rows);
  }

  private static String database(Path directory, List<Row> rows) throws Exception {
    String url = "jdbc:sqlite:" + directory.resolve("rows.db");
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.createStatement().execute("CREATE TABLE rows (id INTEGER, word TEXT, part REAL)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO rows VALUES (?, ?, ?)")) {
        for (Row row : rows) {
          insert.setObject(1, row.value("id"));
          insert.setObject(2, row.value("word"));
          insert.setObject(3, row.value("part"));
          insert.execute();
        }
      }
    }
    return url;
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return JdbcSource.of(database(directory, List.of()), "SELECT * FROM rows");
  }
}
