package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.worker.ArrowAnswer;
import dev.manta.internal.data.worker.DataFrames;
import dev.manta.internal.data.worker.DataRequest;
import dev.manta.internal.data.worker.UnitAt;
import dev.manta.spi.arrow.ArrowInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What data hosts send: an answer, then rows as one of Arrow's streams.
@Timeout(300)
class ArrowFramesTest {
  private static final int ROWS = 100;

  private static final List<Type> TYPES =
      List.of(
          Type.Scalar.BOOL,
          Type.Scalar.I8,
          Type.Scalar.I16,
          Type.Scalar.I32,
          Type.Scalar.I64,
          Type.Scalar.U8,
          Type.Scalar.U16,
          Type.Scalar.U32,
          Type.Scalar.U64,
          Type.Scalar.F16,
          Type.Scalar.F32,
          Type.Scalar.F64,
          Type.Scalar.TEXT,
          Type.Scalar.BINARY,
          Type.Scalar.DATE,
          new Type.Timestamp(Type.Unit.MICROS, true),
          new Type.Timestamp(Type.Unit.SECONDS, false),
          new Type.TimeOfDay(Type.Unit.MILLIS),
          new Type.TimeOfDay(Type.Unit.NANOS),
          new Type.Decimal(20, 3),
          new Type.FixedBytes(3),
          new Type.ListOf(Type.Scalar.F32),
          new Type.ListOf(new Type.ListOf(Type.Scalar.TEXT)));

  @TempDir Path directory;

  /// A column of each type, with nulls and without.
  private static Batch batch(int rows) {
    var memory = new BatchMemory();
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (Type type : TYPES) {
      for (int every : new int[] {7, Integer.MAX_VALUE}) {
        var column = new ColumnBuilder(type);
        for (int i = 0; i < rows; i++) {
          add(column, type, i, every);
        }
        fields.add(new Field(type.text() + (every == 7 ? " or null" : ""), type));
        columns.add(column.build(memory));
      }
    }
    return Batch.of(Schema.of(fields), columns, rows, memory);
  }

  private static void add(ColumnBuilder to, Type type, int i, int nullEvery) {
    if (i % nullEvery == 3) {
      to.addNull();
    } else if (type instanceof Type.ListOf(Type element)) {
      for (int k = 0; k < i % 4; k++) {
        add(to.elements(), element, i + k, nullEvery);
      }
      to.endList();
    } else if (type.isVariable()) {
      to.add("ä".repeat(i % 5).getBytes(StandardCharsets.UTF_8));
    } else if (type instanceof Type.FixedBytes || type instanceof Type.Decimal) {
      to.add(Arrays.copyOf(new byte[] {(byte) i}, type.width()));
    } else {
      to.add(type == Type.Scalar.BOOL ? i % 2 : i);
    }
  }

  private static byte[] sent(Batch rows) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var parcel = ArrowAnswer.pack(rows, List.of(5L), new DataOutputStream(bytes))) {
      parcel.send(new DataRequest.Ask(new UnitAt(0, 1, 0, 0), 0));
    }
    return bytes.toByteArray();
  }

  /// The rows that arrive.
  private static List<String> received(byte[] bytes) throws IOException {
    var from = new DataInputStream(new ByteArrayInputStream(bytes));
    DataRequest.Answer answer = DataFrames.read(from, DataRequest.Answer.class);
    var memory = new BatchMemory();
    try (Batch batch = ArrowInput.read(from, answer.size(), memory)) {
      assertThat(from.available()).isZero();
      return texts(batch);
    } catch (IOException e) {
      memory.release();
      throw e;
    }
  }

  private static List<String> texts(Batch batch) {
    List<String> all = new ArrayList<>(List.of(batch.schema().toString()));
    for (Row row : batch.toRows()) {
      all.add(Arrays.deepToString(row.toMap().values().toArray()));
    }
    return all;
  }

  @Test
  void everyTypeArrivesAsItWasSent() throws Exception {
    try (Batch batch = batch(ROWS)) {
      assertThat(received(sent(batch))).isEqualTo(texts(batch)).hasSize(1 + ROWS);
    }
  }

  @Test
  void rowsInTheMiddleOfABatchAndNoRowsArriveToo() throws Exception {
    try (Batch batch = batch(ROWS);
        Batch middle = batch.slice(13, 50);
        Batch nothing = batch.slice(20, 0)) {
      assertThat(received(sent(middle))).isEqualTo(texts(middle)).hasSize(1 + 50);
      assertThat(received(sent(nothing))).isEqualTo(texts(nothing)).hasSize(1);
    }
  }

  @Test
  void pyarrowReadsWhatIsSent() throws Exception {
    Path python = Path.of(System.getProperty("user.home"), ".cache/manta/peers/bin/python");
    Assumptions.assumeTrue(Files.isExecutable(python), "no peers: ./dev peers installs pyarrow");
    Path file = directory.resolve("sent");
    try (Batch batch = batch(ROWS);
        Batch middle = batch.slice(13, 50)) {
      Files.write(file, sent(middle));
    }
    String script =
        """
        import sys, json, struct, pyarrow as pa
        sent = open(sys.argv[1], "rb")
        answer = json.loads(sent.read(struct.unpack(">i", sent.read(4))[0]))
        stream = sent.read()
        assert len(stream) == answer["size"], (len(stream), answer)
        table = pa.ipc.open_stream(stream).read_all()
        table.validate(full=True)
        assert table.num_rows == answer["rows"] == 50 and answer["bad"] == [5], answer
        for row, found in enumerate(table.column("i64 or null").to_pylist(), 13):
            assert found == (None if row % 7 == 3 else row), (row, found)
        for row, found in enumerate(table.column("text").to_pylist(), 13):
            assert found == "ä" * (row % 5), (row, found)
        for row, found in enumerate(table.column("list<f32>").to_pylist(), 13):
            assert found == [row + k for k in range(row % 4)], (row, found)
        print(table.num_columns)
        """;
    Process process =
        new ProcessBuilder(python.toString(), "-c", script, file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assertThat(output.strip()).isEqualTo(String.valueOf(2 * TYPES.size()));
  }

  @Test
  void aConnectionThatEndsInTheMiddleIsAnErrorWhereverThatIs() throws Exception {
    byte[] whole;
    try (Batch batch = batch(10)) {
      whole = sent(batch);
    }
    for (int length = 0; length < whole.length; length += 1 + length / 50) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> received(cut)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void bytesThatAreNoArrowAreNamedAsSuch() {
    byte[] foreign = "GET / HTTP/1.1 and much more of that".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> read(foreign, foreign.length))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("36 bytes are not rows in Arrow's format")
        .hasMessageContaining("a message begins with 20544547");
  }

  @Test
  void aStreamOfAnotherLengthThanWasSaidIsRefused() throws Exception {
    byte[] whole;
    try (Batch batch = batch(10)) {
      whole = sent(batch);
    }
    var from = new DataInputStream(new ByteArrayInputStream(whole));
    long size = DataFrames.read(from, DataRequest.Answer.class).size();
    byte[] stream = from.readAllBytes();
    assertThatThrownBy(() -> read(stream, size - 1)).hasMessageContaining("are not rows");
    assertThatThrownBy(() -> read(Arrays.copyOf(stream, stream.length + 1), size + 1))
        .hasMessageContaining("1 bytes are behind the rows");
  }

  @Test
  void damageNeverHurtsMoreThanTheConnection() throws Exception {
    byte[] whole;
    try (Batch batch = batch(10)) {
      whole = sent(batch);
    }
    var random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 500; i++) {
      var from = new DataInputStream(new ByteArrayInputStream(whole));
      long size = DataFrames.read(from, DataRequest.Answer.class).size();
      byte[] stream = from.readAllBytes();
      stream[random.nextInt(stream.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        read(stream, size);
      } catch (IOException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  private static void read(byte[] stream, long size) throws IOException {
    var memory = new BatchMemory();
    try (Batch batch =
        ArrowInput.read(new DataInputStream(new ByteArrayInputStream(stream)), size, memory)) {
      assertThat(batch.rows()).isNotNegative();
    } catch (IOException e) {
      memory.release();
      throw e;
    }
  }
}
