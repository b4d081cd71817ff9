package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What CSV files and JSON lines of other programs hold.
@Timeout(300)
class CsvTest {
  @TempDir Path directory;

  private String file(String name, String text) throws IOException {
    Path path = directory.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text).toString();
  }

  private String packed(String name, String text) throws IOException {
    Path path = directory.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return path.toString();
  }

  private static CsvOptions typed(String column, String type) {
    return CsvOptions.defaults().type(column, type);
  }

  @Test
  void aNumberThatAGivenTypeHasNoRoomForIsNamed() throws IOException {
    for (String bad : List.of("i8 300", "u8 -1", "i32 5000000000", "u64 -1", "f64 12d")) {
      String[] words = bad.split(" ", -1);
      String csv = file("a.csv", "a\n1\n" + words[1] + "\n");
      assertThatThrownBy(() -> Dataset.csv(typed("a", words[0]), csv).takeAll())
          .hasMessageContaining(
              "a.csv line 3: column \"a\": \"%s\" is not a value of type %s", words[1], words[0]);
    }
    String large = file("u.csv", "a\n18446744073709551615\n");
    assertThat(Dataset.csv(typed("a", "u64"), large).takeAll())
        .hasToString("[{a=18446744073709551615}]");
  }

  @Test
  void datesMomentsAndDecimalsAreReadByTheirTypes() throws IOException {
    String csv = file("a.csv", "t,d,n\n2024-01-02 03:04:05.5,2024-02-29,1.50\n,,\n");
    CsvOptions options =
        typed("t", "timestamp[micros]").type("d", "date").type("n", "decimal(5,2)");
    assertThat(Dataset.csv(options, csv).takeAll())
        .hasToString(
            "[{t=2024-01-02T03:04:05.500, d=2024-02-29, n=1.50}, {t=null, d=null, n=null}]");
    assertThatThrownBy(
            () -> Dataset.csv(typed("n", "decimal(2,1)"), file("b.csv", "n\n1.25\n")).takeAll())
        .hasMessageContaining("\"1.25\" is not a value of type decimal(2,1)");
  }

  @Test
  void digitsThatBeginWithAZeroAreATextUnlessSomebodySaysOtherwise() throws IOException {
    String codes = file("a.csv", "code,x,zero\n01234,00.5,0\n98765,-1,-0\n");
    assertThat(Dataset.csv(codes).schema()).hasToString("code text, x f64, zero i64");
    assertThat(Dataset.csv(codes).select("code").takeAll())
        .hasToString("[{code=01234}, {code=98765}]");
    assertThat(Dataset.csv(typed("code", "i64"), codes).select("code").take(1))
        .hasToString("[{code=1234}]");
  }

  @Test
  void aZeroThatComesLateIsNotLost() throws IOException {
    String csv = file("a.csv", "code\n" + "98765\n".repeat(1500) + "01234\n");
    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining("a.csv line 1502: column \"code\": \"01234\" begins with a zero")
        .hasMessageContaining("CsvOptions.type(\"code\", \"text\")");
    assertThat(Dataset.csv(typed("code", "text"), csv).takeAll().getLast().text("code"))
        .isEqualTo("01234");
  }

  @Test
  void datesAndMomentsAreSeen() throws IOException {
    String csv = file("a.csv", "d,t,z,m\n2024-01-02,2024-01-02T03:04,2024-01-02T03:04:05Z,x\n");
    assertThat(Dataset.csv(csv).schema())
        .hasToString("d date, t timestamp[micros], z timestamp[micros,utc], m text");
  }

  @Test
  void columnsOfFilesAreMatchedByTheirNames() throws IOException {
    file("c/a.csv", "x,y\n1,2\n");
    file("c/b.csv", "y,x,z\n4,3,new\n");
    file("c/d.csv", "y\n5\n");
    assertThat(Dataset.csv(directory + "/c").takeAll())
        .hasToString("[{x=1, y=2, z=null}, {x=3, y=4, z=new}, {x=null, y=5, z=null}]");
  }

  @Test
  void aFileWithoutAHeaderAmongOthersIsRefused() throws IOException {
    file("c/a.csv", "x,y\n1,2\n");
    file("c/b.csv", "3,4\n5,6\n");
    assertThatThrownBy(() -> Dataset.csv(directory + "/c").takeAll())
        .hasMessageContaining(
            "c/b.csv: its first line names [3, 4] and none of the columns [x, y]");
  }

  @Test
  void aColumnThatNoneOfTheSampledFilesHasNeedsAType() throws IOException {
    for (int i = 100; i < 200; i++) {
      file("c/" + i + ".csv", i == 101 ? "x,late\n1,2\n" : "x\n1\n");
    }
    assertThatThrownBy(() -> Dataset.csv(directory + "/c").takeAll())
        .hasMessageContaining("101.csv: column \"late\" was in none of the files")
        .hasMessageContaining("CsvOptions.type(\"late\", …)");
    Dataset told = Dataset.csv(typed("late", "i64"), directory + "/c");
    assertThat(told.filter(row -> !row.isNull("late")).takeAll()).hasToString("[{x=1, late=2}]");
  }

  @Test
  void aFileWithNothingButAHeaderDecidesOnNoTypes() throws IOException {
    file("c/a.csv", "x,y\n");
    file("c/b.csv", "x,y\n1,9223372036854775807\n");
    assertThat(Dataset.csv(directory + "/c").schema()).hasToString("x i64, y i64");
  }

  @Test
  void textBehindAClosingQuoteIsRefused() throws IOException {
    String csv = file("a.csv", "x,y\n1,\"a\"junk\n2,b\n");
    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining("a.csv line 2: there is text behind a closing quote");
    assertThat(Dataset.csv(csv).badRecords(BadRecords.skip()).takeAll())
        .hasToString("[{x=2, y=b}]");
  }

  @Test
  void theMarkThatSomeProgramsBeginFilesWithIsNoText() throws IOException {
    String csv = file("a.csv", "\uFEFF\"x\",y\n1,2\n");
    assertThat(Dataset.csv(csv).takeAll()).hasToString("[{x=1, y=2}]");
    CsvOptions bare = CsvOptions.defaults().noHeader("x");
    assertThat(Dataset.csv(bare, file("b.csv", "\uFEFF1\n")).takeAll()).hasToString("[{x=1}]");
    assertThat(Dataset.jsonLines(file("a.jsonl", "\uFEFF{\"x\":1}\n")).takeAll())
        .hasToString("[{x=1}]");
  }

  @Test
  void packedFilesAreUnpacked() throws IOException {
    String csv = packed("a.csv.gz", "x,y\n" + "1,abc\n".repeat(300_000) + "2,\n3\n");
    Dataset rows = Dataset.csv(csv).badRecords(BadRecords.skip());
    assertThat(rows.takeAll()).hasSize(300_001);
    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining("a.csv.gz line 300003: 1 fields where there are 2 columns");
    String json = packed("a.jsonl.gz", "{\"x\":1}\n{\"x\":2}");
    assertThat(Dataset.jsonLines(json).takeAll()).hasToString("[{x=1}, {x=2}]");
    String hidden = Files.move(Path.of(csv), directory.resolve("a.csv")).toString();
    assertThatThrownBy(() -> Dataset.csv(hidden).takeAll())
        .hasMessageContaining("a.csv is packed by gzip: give it a name that ends in .gz");
  }

  @Test
  void fieldsWithLineEndsAreReadAsAStream() throws IOException {
    String row = "\"" + "line\n".repeat(5_000) + "\",7\n\n";
    String csv = file("a.csv", "x,y\r\n" + row.repeat(100) + "z,\"a\"b\n");
    Dataset rows = Dataset.csv(CsvOptions.defaults().multiline(true), csv);
    assertThatThrownBy(rows::takeAll)
        .hasMessageContaining("a.csv line 500202: there is text behind a closing quote");
    List<Row> read = rows.badRecords(BadRecords.skip()).takeAll();
    assertThat(read).hasSize(100);
    assertThat(read.get(99).text("x")).hasSize(25_000);
  }

  @Test
  void everyWayToWriteNotANumberIsRead() throws IOException {
    String csv = file("a.csv", "x\n-INF\nnAn\n+Infinity\n1.5\n");
    assertThat(Dataset.csv(csv).takeAll())
        .hasToString("[{x=-Infinity}, {x=NaN}, {x=Infinity}, {x=1.5}]");
  }

  @Test
  void whatStandsForNullMayBeSaid() throws IOException {
    String csv = file("a.csv", "x,y\n1,NA\nNA,\"NA\"\n");
    Dataset rows = Dataset.csv(CsvOptions.defaults().nullValues("NA", "null"), csv);
    assertThat(rows.takeAll()).hasToString("[{x=1, y=null}, {x=null, y=NA}]");
  }

  @Test
  void aColumnWithoutANameIsCalledByItsPlace() throws IOException {
    assertThat(Dataset.csv(file("a.csv", ",x\n0,5\n")).takeAll()).hasToString("[{column0=0, x=5}]");
  }

  @Test
  void separatorsAreAscii() {
    assertThatThrownBy(() -> CsvOptions.defaults().separator('§'))
        .hasMessageContaining("not by '§'");
  }

  @Test
  void jsonColumnsOfAllFilesAreSeenAndLateOnesRefused() throws IOException {
    file("j/a.jsonl", "{\"a\":1}\n");
    file("j/b.jsonl", "{\"a\":2,\"b\":\"x\"}\n");
    assertThat(Dataset.jsonLines(directory + "/j").takeAll())
        .hasToString("[{a=1, b=null}, {a=2, b=x}]");
    String late = file("late.jsonl", "{\"a\":1}\n".repeat(1500) + "{\"a\":1,\"b\":2}\n");
    assertThatThrownBy(() -> Dataset.jsonLines(late).takeAll())
        .hasMessageContaining("late.jsonl line 1501: column \"b\" was in none of the rows")
        .hasMessageContaining("jsonLines(Map.of(\"b\", …), …)");
    assertThat(Dataset.jsonLines(Map.of("b", "i32"), late).takeAll().get(1500))
        .hasToString("{a=1, b=2}");
    assertThat(Dataset.jsonLines(late).select("a").count()).isEqualTo(1501);
  }

  @Test
  void manyBadRecordsCostOnePassOverTheFile() throws IOException {
    String csv = file("a.csv", "x,y\n" + "1,2\n3\n".repeat(20_000));
    Dataset rows = Dataset.csv(csv).badRecords(BadRecords.sideOutput(directory + "/bad"));
    assertThat(rows.count()).isEqualTo(20_000);
    try (var files = Files.list(directory.resolve("bad"));
        var lines = Files.lines(files.findFirst().orElseThrow())) {
      assertThat(lines.skip(19_999).findFirst().orElseThrow()).contains("a.csv line 40001");
    }
  }

  @Test
  void whatIsNoTextInUtf8OrEndsLinesOtherwiseIsSaid() throws IOException {
    Path wide = directory.resolve("wide.csv");
    Files.write(wide, "x,y\n1,2\n".getBytes(StandardCharsets.UTF_16));
    assertThatThrownBy(() -> Dataset.csv(wide.toString()).takeAll())
        .hasMessageContaining("wide.csv is written in UTF-16");
    String old = file("old.csv", "x,y\r1,2\r3,4\r");
    assertThatThrownBy(() -> Dataset.csv(old).takeAll())
        .hasMessageContaining("old.csv line 1: there is a carriage return within the line");
    assertThat(Dataset.csv(CsvOptions.defaults().multiline(true), old).takeAll())
        .hasToString("[{x=1, y=2}, {x=3, y=4}]");
  }

  @Test
  void quotedNothingIsNullWhereNoTextIs() throws IOException {
    String csv = file("q.csv", "\"id\",\"x\",\"name\"\n\"1\",\"0.5\",\"a\"\n\"\",\"\",\"\"\n");

    assertThat(Dataset.csv(csv).schema()).hasToString("id i64, x f64, name text");
    assertThat(Dataset.csv(csv).takeAll())
        .hasToString("[{id=1, x=0.5, name=a}, {id=null, x=null, name=}]");
  }

  @Test
  void aNullThatIsAloneInItsRowIsWrittenAndReadBack() {
    Dataset numbers = Dataset.range(3).map(row -> Row.of("x", odd(row)));
    numbers.write(Sink.csv(), directory + "/numbers");

    assertThat(Dataset.csv(directory + "/numbers").takeAll())
        .hasToString("[{x=null}, {x=1}, {x=null}]");
  }

  private static @Nullable Long odd(Row row) {
    return row.whole("id") % 2 == 0 ? null : row.whole("id");
  }

  @Test
  void whereTheFirstRowsDoNotTellTheErrorSaysHowToSayIt() throws IOException {
    String numbers = "1\n".repeat(1500);
    String csv = file("late.csv", "a\n" + numbers + "1.5\n");
    String json = file("late.jsonl", numbers.replace("1", "{\"a\":1}") + "{\"a\":1.5}\n");

    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining(
            "late.csv line 1502: column \"a\": \"1.5\" is not a value of type i64")
        .hasMessageContaining("CsvOptions.type(\"a\", …)");
    assertThatThrownBy(() -> Dataset.jsonLines(json).takeAll())
        .hasMessageContaining("late.jsonl line 1501: column \"a\": 1.5 is not a value of type i64")
        .hasMessageContaining("jsonLines(Map.of(\"a\", …), …)");
    assertThatThrownBy(() -> Dataset.csv(typed("a", "i64"), csv).takeAll())
        .hasMessageContaining("\"1.5\" is not a value of type i64 in \"1.5\"");
  }

  @Test
  void aJsonLineOfBlanksIsNoRow() throws IOException {
    String lines = file("b.jsonl", "  \n{\"a\":1}\n \t \r\n{\"a\":2}\n   ");
    assertThat(Dataset.jsonLines(lines).takeAll()).hasToString("[{a=1}, {a=2}]");
  }
}
