package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import dev.manta.data.Type;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every file of the corpus reads as pyarrow reads it, value for value. The corpus is written by
/// `src/test/python/corpus.py`.
@Timeout(300)
class ParquetCorpusTest {
  private static final Path CORPUS = Path.of("src/test/resources/parquet");

  static Stream<String> files() throws IOException {
    try (var files = Files.list(CORPUS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".parquet"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void readsAsPyarrowDoes(String name) throws IOException {
    String content = name.split("\\.", -1)[name.split("\\.", -1).length - 2];
    JsonObject expected =
        Json.parse(Files.readAllBytes(CORPUS.resolve(content + ".json"))).asObject();
    Map<String, List<Json>> found = read(name);
    assertThat(found.keySet()).isEqualTo(expected.keys());
    expected
        .fields()
        .forEach(
            (column, values) ->
                assertThat(new JsonArray(found.getOrDefault(column, List.of())).text())
                    .as(name + " column " + column)
                    .isEqualTo(values.text()));
  }

  private static Map<String, List<Json>> read(String name) {
    Dataset dataset = Dataset.parquet(CORPUS.resolve(name).toString());
    Map<String, List<Json>> found = new LinkedHashMap<>();
    dataset.schema().names().forEach(column -> found.put(column, new ArrayList<>()));
    try (Batches<Batch> batches = dataset.batches(64)) {
      for (Batch batch : batches) {
        for (String column : batch.schema().names()) {
          List<Json> into = found.computeIfAbsent(column, _ -> new ArrayList<>());
          values(batch.column(column), into);
        }
      }
    }
    return found;
  }

  private static void values(Column column, List<Json> into) {
    for (int i = 0; i < column.rows(); i++) {
      into.add(column.isNull(i) ? JsonNull.NULL : value(column, i));
    }
  }

  private static Json value(Column column, int row) {
    Type type = column.type();
    if (type instanceof Type.ListOf) {
      List<Json> all = new ArrayList<>();
      values(column.listAt(row), all);
      return new JsonArray(all);
    }
    if (type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64) {
      long bits = Double.doubleToRawLongBits(column.realAt(row));
      return Json.of(HexFormat.of().toHexDigits(bits));
    }
    if (type instanceof Type.Decimal(_, int scale)) {
      return Json.of(decimal(column.bytesAt(row), scale).toPlainString());
    }
    if (type == Type.Scalar.BOOL) {
      return Json.of(column.wholeAt(row) != 0);
    }
    if (type == Type.Scalar.TEXT) {
      return Json.of(column.textAt(row));
    }
    if (type == Type.Scalar.BINARY || type instanceof Type.FixedBytes) {
      return Json.of(HexFormat.of().formatHex(column.bytesAt(row)));
    }
    return type == Type.Scalar.U64
        ? Json.parse(Long.toUnsignedString(column.wholeAt(row)))
        : Json.of(column.wholeAt(row));
  }

  private static BigDecimal decimal(byte[] little, int scale) {
    byte[] big = new byte[little.length];
    for (int i = 0; i < big.length; i++) {
      big[i] = little[big.length - 1 - i];
    }
    return new BigDecimal(new BigInteger(big), scale);
  }
}
