package dev.manta.internal.data.sink;

import dev.manta.data.Batch;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.internal.data.source.JsonValues;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/// Rows as JSON objects, one on each line.
public record JsonLinesSink() implements Sink {
  @Override
  public String extension() {
    return "jsonl";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    for (int i = 0; i < batch.rows(); i++) {
      Row row = batch.row(i);
      Map<String, Json> fields = new LinkedHashMap<>();
      row.names().forEach(name -> fields.put(name, JsonValues.write(row.value(name))));
      to.write(new JsonObject(fields).bytes());
      to.write('\n');
    }
  }
}
