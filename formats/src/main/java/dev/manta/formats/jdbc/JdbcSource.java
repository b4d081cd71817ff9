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
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rows of a query, in splits by ranges of an integer column. The driver must be on the class
/// path. User and password are in the URL, or in the environment where the driver looks for them.
///
/// Rows without a value in that column are in the first split, and values outside the range in the
/// first and the last one. A timestamp with a zone is an `Instant`, one without a `LocalDateTime`.
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
          "%s splits from %s to %s cannot be".formatted(splits, from, to));
    }
  }

  /// All rows as one split.
  public static JdbcSource of(String url, String query) {
    return new JdbcSource(url, query, "", 0, 0, 1);
  }

  /// The rows in splits by an integer column, most of whose values are at least `first` and below
  /// `end`.
  public JdbcSource splitBy(String name, long first, long end, int count) {
    return new JdbcSource(url, query, name, first, end, count);
  }

  @Override
  public SourceReader open() {
    return new Reader(this);
  }

  private record Reader(JdbcSource source) implements SourceReader {
    private static final long BYTES = 4 << 20;
    private static final int FETCHED = 10_000;

    @Override
    public List<Split> splits() {
      List<Split> all = new ArrayList<>();
      long range = source.to - source.from;
      for (int i = 0; i < source.splits; i++) {
        long begin = source.from + range * i / source.splits;
        long end = source.from + range * (i + 1) / source.splits;
        String place = place(i);
        all.add(
            new Split(
                source.url, place, begin, end - begin, java.util.OptionalLong.empty(), BYTES));
      }
      return all;
    }

    private static String place(int part) {
      return "query part " + part;
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      try (Connection connection = DriverManager.getConnection(source.url);
          Statement statement = cursor(connection);
          ResultSet rows = statement.executeQuery(sql(split))) {
        return batch(rows, reading);
      } catch (SQLException e) {
        throw new MantaException(
            ErrorCode.USER, "%s failed: %s".formatted(split.place(), e.getMessage()), e);
      }
    }

    /// Rows come a few thousand at a time; some drivers do that only within a transaction.
    private static Statement cursor(Connection connection) throws SQLException {
      connection.setAutoCommit(false);
      Statement statement = connection.createStatement();
      statement.setFetchSize(FETCHED);
      return statement;
    }

    private String sql(Split split) {
      return source.column.isEmpty()
          ? source.query
          : "SELECT * FROM (%s) AS part WHERE %s".formatted(source.query, range(split));
    }

    /// Every row is in one of the ranges.
    private String range(Split split) {
      long end = split.offset() + split.length();
      String above = "%s >= %s".formatted(source.column, split.offset());
      String below = "%s < %s".formatted(source.column, end);
      boolean first = split.place().equals(place(0));
      boolean last = split.place().equals(place(source.splits - 1));
      if (first && last) {
        return "1 = 1";
      }
      if (first) {
        return "(%s OR %s IS NULL)".formatted(below, source.column);
      }
      return last ? above : above + " AND " + below;
    }

    private static Batch batch(ResultSet rows, Reading reading) throws SQLException {
      List<Label> labels = labels(rows.getMetaData());
      var batch = new BatchBuilder(reading.memory());
      while (rows.next()) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < labels.size(); i++) {
          values.put(labels.get(i).name(), value(rows.getObject(i + 1), labels.get(i).zoned()));
        }
        batch.add(Row.of(values));
      }
      return batch.build();
    }

    /// @param zoned whether its timestamps are moments
    private record Label(String name, boolean zoned) {}

    private static List<Label> labels(ResultSetMetaData about) throws SQLException {
      List<Label> labels = new ArrayList<>();
      Set<String> names = new HashSet<>();
      for (int i = 1; i <= about.getColumnCount(); i++) {
        String name = about.getColumnLabel(i);
        if (!names.add(name)) {
          throw new SQLException(
              "two columns are called \"%s\": give one of them another name with AS"
                  .formatted(name));
        }
        labels.add(new Label(name, isZoned(about, i)));
      }
      return labels;
    }

    private static boolean isZoned(ResultSetMetaData about, int column) throws SQLException {
      String type = about.getColumnTypeName(column).toLowerCase(Locale.ROOT);
      return about.getColumnType(column) == Types.TIMESTAMP_WITH_TIMEZONE
          || type.equals("timestamptz")
          || type.contains("with time zone");
    }

    private static @Nullable Object value(@Nullable Object value, boolean zoned) {
      return switch (value) {
        case null -> null;
        case Integer whole -> (long) whole;
        case Timestamp stamp -> zoned ? (Object) stamp.toInstant() : stamp.toLocalDateTime();
        case OffsetDateTime moment -> moment.toInstant();
        case java.sql.Date date -> date.toLocalDate();
        case java.sql.Time time -> time.toLocalTime();
        default -> value;
      };
    }
  }
}
