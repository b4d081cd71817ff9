package dev.manta.formats.parquet;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Sink;
import dev.manta.data.Type;
import dev.manta.formats.CodecLibraries;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.snappy.SnappyCompressor;
import io.airlift.compress.v3.zstd.ZstdCompressor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes Parquet files: values plainly, pages of version 1, compressed.
///
/// @param rowGroup the rows of a row group
public record ParquetSink(Codec codec, int rowGroup) implements Sink {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int PAGE_ROWS = 20_000;
  private static final int ROW_GROUP = 100_000;

  /// How pages are compressed.
  public enum Codec {
    NONE(0),
    SNAPPY(1),
    ZSTD(6);

    private final int number;

    Codec(int number) {
      this.number = number;
    }
  }

  public ParquetSink {
    if (rowGroup < 1) {
      throw new IllegalArgumentException("a row group needs at least 1 row, not " + rowGroup);
    }
  }

  /// Snappy, as most writers do.
  public static ParquetSink snappy() {
    return new ParquetSink(Codec.SNAPPY, ROW_GROUP);
  }

  /// Smaller files than Snappy's.
  public static ParquetSink zstd() {
    return new ParquetSink(Codec.ZSTD, ROW_GROUP);
  }

  @Override
  public String extension() {
    return "parquet";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    batch.schema().fields().forEach(ParquetSink::requireFlat);
    var file = new Positioned(to);
    file.write(MAGIC);
    List<byte[]> groups = new ArrayList<>();
    for (int from = 0; from < batch.rows(); from += rowGroup) {
      try (Batch rows = batch.slice(from, Math.min(rowGroup, batch.rows() - from))) {
        groups.add(group(rows, file));
      }
    }
    byte[] footer = footer(batch, groups);
    file.write(footer);
    file.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(footer.length).array());
    file.write(MAGIC);
  }

  private static final class Positioned {
    private final OutputStream out;
    private long at;

    Positioned(OutputStream out) {
      this.out = out;
    }

    void write(byte[] bytes) throws IOException {
      out.write(bytes);
      at += bytes.length;
    }
  }

  private byte[] group(Batch rows, Positioned file) throws IOException {
    List<byte[]> columns = new ArrayList<>();
    long bytes = 0;
    for (Field field : rows.schema().fields()) {
      Column column = rows.column(field.name());
      columns.add(column(field, column, file));
      bytes += column.size();
    }
    long size = bytes;
    return ThriftOut.struct(out -> out.structs(1, columns).i64(2, size).i64(3, rows.rows()));
  }

  private byte[] column(Field field, Column column, Positioned file) throws IOException {
    long start = file.at;
    long entries = 0;
    long unpacked = 0;
    for (int from = 0; from < column.rows(); from += PAGE_ROWS) {
      Column page = column.slice(from, Math.min(PAGE_ROWS, column.rows() - from));
      entries += ColumnOut.entries(page);
      unpacked += page(page, file);
    }
    long count = entries;
    long size = unpacked;
    long packed = file.at - start;
    return ThriftOut.struct(
        out ->
            out.i64(2, start)
                .struct(
                    3,
                    data -> describe(field, column, data, new Extent(count, size, packed, start))));
  }

  private record Extent(long entries, long size, long packed, long start) {}

  private void describe(Field field, Column column, ThriftOut out, Extent extent) {
    out.i32(1, Stored.of(field.type()).physical().number())
        .numbers(2, 0, 3)
        .texts(3, path(field))
        .i32(4, codec.number)
        .i64(5, extent.entries())
        .i64(6, extent.size())
        .i64(7, extent.packed())
        .i64(9, extent.start());
    StatisticsOut.of(column).ifPresent(range -> out.struct(12, range::write));
  }

  private static List<String> path(Field field) {
    return field.type() instanceof Type.ListOf
        ? List.of(field.name(), "list", "element")
        : List.of(field.name());
  }

  /// Writes a page; gives its size before compression, with the header.
  private long page(Column column, Positioned file) throws IOException {
    byte[] plain = ColumnOut.page(column);
    byte[] packed = compressed(plain);
    byte[] header =
        ThriftOut.struct(
            out ->
                out.i32(1, 0)
                    .i32(2, plain.length)
                    .i32(3, packed.length)
                    .struct(
                        5,
                        data ->
                            data.i32(1, ColumnOut.entries(column)).i32(2, 0).i32(3, 3).i32(4, 3)));
    file.write(header);
    file.write(packed);
    return (long) header.length + plain.length;
  }

  private byte[] compressed(byte[] plain) {
    return switch (codec) {
      case NONE -> plain;
      case SNAPPY -> {
        CodecLibraries.loadSnappy();
        yield compressed(SnappyCompressor.create(), plain);
      }
      case ZSTD -> {
        CodecLibraries.loadZstd();
        yield compressed(ZstdCompressor.create(), plain);
      }
    };
  }

  private static byte[] compressed(Compressor compressor, byte[] plain) {
    byte[] out = new byte[compressor.maxCompressedLength(plain.length)];
    int size = compressor.compress(plain, 0, plain.length, out, 0, out.length);
    return Arrays.copyOf(out, size);
  }

  private static byte[] footer(Batch batch, List<byte[]> groups) {
    List<byte[]> schema = new ArrayList<>();
    int columns = batch.schema().size();
    schema.add(ThriftOut.struct(out -> out.text(4, "schema").i32(5, columns)));
    batch.schema().fields().forEach(field -> schema.addAll(elements(field)));
    return ThriftOut.struct(
        out ->
            out.i32(1, 2)
                .structs(2, schema)
                .i64(3, batch.rows())
                .structs(4, groups)
                .text(6, "manta"));
  }

  private static List<byte[]> elements(Field field) {
    if (field.type() instanceof Type.ListOf(Type element)) {
      byte[] list =
          ThriftOut.struct(
              out ->
                  out.i32(3, 1)
                      .text(4, field.name())
                      .i32(5, 1)
                      .i32(6, 3)
                      .struct(10, union -> union.struct(3, _ -> {})));
      byte[] repeated = ThriftOut.struct(out -> out.i32(3, 2).text(4, "list").i32(5, 1));
      return List.of(list, repeated, Stored.element("element", element));
    }
    return List.of(Stored.element(field.name(), field.type()));
  }

  private static void requireFlat(Field field) {
    if (field.type() instanceof Type.ListOf(Type element) && element instanceof Type.ListOf) {
      throw new IllegalArgumentException(
          "column \"%s\" holds lists of lists, which are not written to Parquet: flatten them, or use ArrowSink"
              .formatted(field.name()));
    }
  }
}
