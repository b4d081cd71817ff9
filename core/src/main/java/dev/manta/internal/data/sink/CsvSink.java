package dev.manta.internal.data.sink;

import dev.manta.data.Batch;
import dev.manta.data.Sink;
import dev.manta.internal.data.source.JsonValues;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonString;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows as CSV with a header line; nulls are empty, empty texts are quoted. So is a null that is
/// alone in its row: an empty line would be no row at all.
public record CsvSink() implements Sink {
  private static final String NOTHING = "\"\"";

  @Override
  public String extension() {
    return "csv";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    List<String> names = batch.schema().names();
    StringBuilder out = new StringBuilder();
    out.append(String.join(",", names.stream().map(CsvSink::quoted).toList())).append('\n');
    for (int i = 0; i < batch.rows(); i++) {
      List<String> fields = new ArrayList<>();
      for (String name : names) {
        fields.add(field(batch.row(i).value(name)));
      }
      String line = String.join(",", fields);
      out.append(line.isEmpty() ? NOTHING : line).append('\n');
    }
    to.write(out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String field(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Float || value instanceof Double) {
      return value.toString();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    Json json = JsonValues.write(value);
    return json instanceof JsonString(String text) ? quoted(text) : quoted(json.text());
  }

  private static String quoted(String text) {
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> ",\"\n\r".indexOf(c) >= 0);
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
