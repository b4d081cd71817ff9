package dev.manta.formats.jdbc;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rows of a query, in splits by ranges of an integer column. The driver must be on the class
/// path. User and password are in the URL, or in the environment where the driver looks for them.
///
/// The query is asked again in every pass: rows must not change while training, and with splits the
/// order within a range should be fixed by `ORDER BY`.
///
/// @param query a `SELECT`
/// @param column what ranges are of; empty for one split
/// @param from the least value of the column
/// @param to a value above the greatest
public record JdbcSource(String url, String query, String column, long from, long to, int splits)
    implements Source {
  public JdbcSource {
    if (splits < 1 || to < from) {
      throw new IllegalArgumentException(
          "%d splits from %d to %d cannot be".formatted(splits, from, to));
    }
  }

  /// All rows as one split.
  public static JdbcSource of(String url, String query) {
    return new JdbcSource(url, query, "", 0, 0, 1);
  }

  /// The rows in splits by an integer column, whose values are at least `from` and below `to`.
  public JdbcSource splitBy(String name, long first, long end, int count) {
    return new JdbcSource(url, query, name, first, end, count);
  }

  @Override
  public SourceReader open() {
    return new Reader(this);
  }

  private record Reader(JdbcSource source) implements SourceReader {
    private static final long BYTES = 4 << 20;

    @Override
    public List<Split> splits() {
      List<Split> all = new ArrayList<>();
      long range = source.to - source.from;
      for (int i = 0; i < source.splits; i++) {
        long begin = source.from + range * i / source.splits;
        long end = source.from + range * (i + 1) / source.splits;
        String place = "query part " + i;
        all.add(
            new Split(
                source.url, place, begin, end - begin, java.util.OptionalLong.empty(), BYTES));
      }
      return all;
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      try (Connection connection = DriverManager.getConnection(source.url);
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql(split))) {
        return batch(rows, reading);
      } catch (SQLException e) {
        throw new MantaException(
            ErrorCode.USER, "%s failed: %s".formatted(split.place(), e.getMessage()), e);
      }
    }

    private String sql(Split split) {
      return source.column.isEmpty()
          ? source.query
          : "SELECT * FROM (%s) AS part WHERE %s >= %d AND %s < %d"
              .formatted(
                  source.query,
                  source.column,
                  split.offset(),
                  source.column,
                  split.offset() + split.length());
    }

    private static Batch batch(ResultSet rows, Reading reading) throws SQLException {
      ResultSetMetaData about = rows.getMetaData();
      var batch = new BatchBuilder(reading.memory());
      while (rows.next()) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
          values.put(about.getColumnLabel(i), value(rows.getObject(i)));
        }
        batch.add(Row.of(values));
      }
      return batch.build();
    }

    private static @Nullable Object value(@Nullable Object value) {
      return switch (value) {
        case null -> null;
        case Integer whole -> (long) whole;
        case java.sql.Timestamp stamp -> stamp.toInstant();
        case java.sql.Date date -> date.toLocalDate();
        default -> value;
      };
    }
  }
}
