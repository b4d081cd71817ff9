package dev.manta.internal.data.worker;

import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.spi.files.TypeNames;
import dev.manta.spi.json.Bind;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What goes through a pipe or a connection. Records: a length, then JSON.
public final class DataFrames {
  private static final int SIZE_MAX = 64 << 20;

  private DataFrames() {}

  static void write(Record message, DataOutputStream to) throws IOException {
    byte[] bytes = Bind.write(message).bytes();
    to.writeInt(bytes.length);
    to.write(bytes);
    to.flush();
  }

  /// The next message, which is a record of this type.
  ///
  /// @throws java.io.EOFException when the other side is gone
  public static <R extends Record> R read(DataInputStream from, Class<R> type) throws IOException {
    int size = from.readInt();
    if (size < 0 || size > SIZE_MAX) {
      throw new IOException("a message of " + size + " bytes");
    }
    byte[] bytes = new byte[size];
    from.readFully(bytes);
    return Bind.parse(bytes, type);
  }

  static DataRequest.Columns columns(Schema schema) {
    List<String> types = schema.fields().stream().map(field -> field.type().text()).toList();
    return new DataRequest.Columns(schema.names(), types);
  }

  static Schema schema(DataRequest.Columns columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.names().size(); i++) {
      fields.add(new Field(columns.names().get(i), TypeNames.parse(columns.types().get(i))));
    }
    return Schema.of(fields);
  }
}
