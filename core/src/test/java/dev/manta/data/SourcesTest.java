package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class SourcesTest {
  @TempDir Path directory;

  private String file(String name, String text) throws IOException {
    Path path = directory.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text).toString();
  }

  @Test
  void csvTypesAreSeenAndQuotesUnderstood() throws IOException {
    String csv =
        file(
            "a.csv", "id,x,ok,name\n1,0.5,true,\"a, \"\"b\"\"\"\n2,,false,\"\"\r\n3,1e-3,true,c\n");
    Dataset dataset = Dataset.csv(csv);
    assertThat(dataset.schema()).hasToString("id i64, x f64, ok bool, name text");
    assertThat(dataset.takeAll())
        .hasToString(
            "[{id=1, x=0.5, ok=true, name=a, \"b\"}, {id=2, x=null, ok=false, name=},"
                + " {id=3, x=0.001, ok=true, name=c}]");
  }

  @Test
  void csvWithoutAHeaderGetsItsNamesFromTheOptions() throws IOException {
    CsvOptions options = CsvOptions.defaults().noHeader("id", "name").separator(';');
    Dataset dataset = Dataset.csv(options, file("h.csv", "1;a\n2;b\n"));
    assertThat(dataset.takeAll()).hasToString("[{id=1, name=a}, {id=2, name=b}]");
    assertThatThrownBy(() -> CsvOptions.defaults().noHeader())
        .hasMessage("CSV files without a header need names of columns");
  }

  @Test
  void csvNumbersAreTheNearestDoubles() throws IOException {
    List<String> texts =
        List.of("0.1", "-123.456", "1e22", "3.0000000000000004", "9007199254740993", ".5");
    String csv = file("n.csv", "x\n" + String.join("\n", texts) + "\n");
    Dataset dataset = Dataset.csv(CsvOptions.defaults().type("x", "f64"), csv);
    List<Double> read = dataset.takeAll().stream().map(row -> row.real("x")).toList();
    assertThat(read).isEqualTo(texts.stream().map(Double::parseDouble).toList());
  }

  @Test
  void linesAreReadOnceHoweverTheFileIsSplit() throws IOException {
    StringBuilder text = new StringBuilder("id,text\n");
    for (int i = 0; i < 300_000; i++) {
      text.append(i).append(",\"").append("x".repeat(i % 50)).append("\"\n");
    }
    Dataset dataset = Dataset.csv(file("big.csv", text.toString()));
    long[] next = {0};
    try (Batches<Batch> batches = dataset.batches(5000)) {
      for (Batch batch : batches) {
        for (long id : batch.longs("id")) {
          assertThat(id).isEqualTo(next[0]++);
        }
      }
    }
    assertThat(next[0]).isEqualTo(300_000);
  }

  @Test
  void quotedLineEndsNeedAnOption() throws IOException {
    String csv = file("m.csv", "a,b\n1,\"x\ny\"\n2,z\n");
    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining("m.csv line 2")
        .hasMessageContaining("CsvOptions.multiline(true)");
    assertThat(Dataset.csv(CsvOptions.defaults().multiline(true), csv).takeAll())
        .hasToString("[{a=1, b=x\ny}, {a=2, b=z}]");
  }

  @Test
  void emptyListsOfJsonLinesDecideOnNothing() throws IOException {
    String json =
        file(
            "e.jsonl",
            """
            {"words":[],"ids":[],"deep":[],"never":[]}
            {"words":["a",null],"ids":[1,2],"deep":[[]],"never":[null]}
            {"words":[null],"ids":null,"deep":[null,["b"]]}
            {"words":[],"ids":[],"deep":[]}
            """);
    Dataset dataset = Dataset.jsonLines(json);

    assertThat(dataset.schema())
        .hasToString("words list<text>, ids list<i64>, deep list<list<text>>, never list<f64>");
    assertThat(dataset.select("words", "deep").takeAll())
        .hasToString(
            "[{words=[], deep=[]}, {words=[a, null], deep=[[]]},"
                + " {words=[null], deep=[null, [b]]}, {words=[], deep=[]}]");
  }

  @Test
  void listsAmongOtherValuesOfJsonLinesAreTexts() throws IOException {
    String json =
        file("m.jsonl", "{\"a\":[],\"b\":[[]],\"c\":[1]}\n{\"a\":1,\"b\":[\"x\"],\"c\":[\"y\"]}\n");

    assertThat(Dataset.jsonLines(json).takeAll())
        .hasToString("[{a=[], b=[[]], c=[1]}, {a=1, b=[\"x\"], c=[\"y\"]}]");
    assertThat(Dataset.jsonLines(json).schema()).hasToString("a text, b text, c text");
  }

  @Test
  void jsonLinesHaveTypesListsAndNulls() throws IOException {
    String json =
        file("a.jsonl", "{\"a\":1,\"b\":[1,2.5],\"c\":\"x\"}\n\n{\"a\":2.5,\"b\":[],\"c\":null}\n");
    Dataset dataset = Dataset.jsonLines(json);
    assertThat(dataset.schema()).hasToString("a f64, b list<f64>, c text");
    List<Row> rows = dataset.takeAll();
    assertThat(rows.get(0).value("b")).isEqualTo(new double[] {1, 2.5});
    assertThat(rows.get(1).isNull("c")).isTrue();
    String broken = file("b.jsonl", "{\"a\":1}\n{\"a\":\n");
    assertThatThrownBy(() -> Dataset.jsonLines(broken).takeAll())
        .hasMessageContaining("b.jsonl line 2");
  }

  @Test
  void directoriesAndGlobsLeaveMarkersOut() throws IOException {
    file("d/_SUCCESS", "");
    file("d/a.txt", "one\ntwo\n");
    file("d/sub/b.txt", "three");
    file("d/c.log", "four");
    assertThat(Dataset.text(directory + "/d/a.txt", directory + "/d/sub").count()).isEqualTo(3);
    assertThat(Dataset.text(directory + "/d").count()).isEqualTo(4);
    assertThat(Dataset.text(directory + "/d/{*,sub/*}.txt").count()).isEqualTo(3);
    assertThatThrownBy(() -> Dataset.text(directory + "/none").count())
        .hasMessageContaining("there is no file at " + directory + "/none: check");
  }

  @Test
  void aMissingFileIsNamedInFullAndWhy() {
    Path here = Path.of("").toAbsolutePath();
    assertThatThrownBy(() -> Dataset.text("data/none.txt").count())
        .hasMessageContaining(
            "there is no file at %1$s/data/none.txt (\"data/none.txt\" is relative to %1$s, where the program was started)"
                .formatted(here));
  }

  @Test
  void wholeFilesHaveTheirDirectoryAsLabel() throws IOException {
    file("images/cat/1.jpg", "meow");
    file("images/dog/2.jpg", "woof");
    List<Row> rows = Dataset.binaryFiles(directory + "/images").takeAll();
    assertThat(rows.stream().map(row -> row.text("label"))).containsExactly("cat", "dog");
    assertThat(rows.get(1).bytes("bytes"))
        .isEqualTo("woof".getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  void whatSinksWriteIsReadAgain() {
    record Sample(long id, double x, String name) {}
    List<Sample> samples = List.of(new Sample(1, 0.1, "a,b"), new Sample(2, -1e300, "\"q\""));
    Dataset dataset = Dataset.ofRecords(samples);
    dataset.write(Sink.csv(), directory + "/csv");
    dataset.write(Sink.jsonLines(), directory + "/json");
    assertThat(Dataset.csv(directory + "/csv").takeAll()).hasToString(dataset.takeAll().toString());
    assertThat(Dataset.jsonLines(directory + "/json").takeAll())
        .hasToString(dataset.takeAll().toString());
    assertThatThrownBy(() -> dataset.write(Sink.csv(), directory + "/csv"))
        .hasMessageContaining("is not empty");
  }

  @Test
  void npyFilesOfOneAndTwoDimensionsAreReadAndWritten() {
    Dataset lists =
        Dataset.generate(5000, i -> Row.of("v", new float[] {i, i + 0.5f}, "n", (int) i));
    lists.write(Sink.npy("v"), directory + "/v");
    lists.write(Sink.npy("n"), directory + "/n");
    assertThat(Dataset.npy(directory + "/n").schema()).hasToString("data i32");
    List<Row> rows = Dataset.npy(directory + "/v").takeAll();
    assertThat(rows).hasSize(5000);
    assertThat(rows.get(4999).value("data")).isEqualTo(new float[] {4999, 4999.5f});
  }

  @Test
  void arraysOfAnNpzFileAreColumns() throws IOException {
    Dataset rows = Dataset.generate(30, i -> Row.of("v", new float[] {i, -i}, "n", (int) i));
    rows.write(Sink.npy("v"), directory + "/v");
    rows.write(Sink.npy("n"), directory + "/n");
    Path npz = directory.resolve("both.npz");
    try (var zip = new ZipOutputStream(Files.newOutputStream(npz))) {
      for (String name : List.of("v", "n")) {
        zip.putNextEntry(new ZipEntry(name + ".npy"));
        zip.write(Files.readAllBytes(directory.resolve(name + "/part-00000.npy")));
      }
    }
    Dataset read = Dataset.npz(npz.toString());
    assertThat(read.schema()).hasToString("v list<f32>, n i32");
    assertThat(read.takeAll().get(29).value("v")).isEqualTo(new float[] {29, -29});
    assertThat(read.select("n").takeAll().get(29)).hasToString("{n=29}");
  }

  @Test
  void directoriesOfEveryKindOfFilesAreColumns() throws IOException {
    file("csv/year=2023/a.csv", "x\n1\n");
    file("csv/year=2024/b.csv", "x\n2\n");
    assertThat(Dataset.csv(directory + "/csv").takeAll())
        .hasToString("[{x=1, year=2023}, {x=2, year=2024}]");
    assertThat(Dataset.csv(directory + "/csv").select("year").takeAll())
        .hasToString("[{year=2023}, {year=2024}]");
    file("json/kind=a/1.jsonl", "{\"x\": 1}\n");
    file("json/kind=__HIVE_DEFAULT_PARTITION__/2.jsonl", "{\"x\": 2}\n");
    assertThat(Dataset.jsonLines(directory + "/json").sort("x").takeAll())
        .hasToString("[{x=1, kind=a}, {x=2, kind=null}]");
    file("text/day=7/1.txt", "hello\n");
    assertThat(Dataset.text(directory + "/text").takeAll()).hasToString("[{text=hello, day=7}]");
    file("raw/part=1/a.bin", "1");
    file("raw/part=2/b.bin", "2");
    assertThat(Dataset.binaryFiles(directory + "/raw").drop("bytes", "path").takeAll())
        .hasToString("[{label=part=1, part=1}, {label=part=2, part=2}]");
  }

  @Test
  void filesBesideTheDataAreLeftOut() throws IOException {
    file("c/a.csv", "x\n1\n");
    file("c/README.md", "about\n");
    file("c/sub/B.CSV", "x\n2\n");
    assertThat(Dataset.csv(directory + "/c").takeAll()).hasToString("[{x=1}, {x=2}]");
    file("plain/part-0", "x\n1\n");
    file("plain/part-1", "x\n2\n");
    assertThat(Dataset.csv(directory + "/plain").count()).isEqualTo(2);
    assertThatThrownBy(() -> Dataset.csv(directory + "/c/README.md", directory + "/c").count())
        .hasMessageContaining("none of the columns");
  }

  @Test
  void namesWithWildcardsAreTakenAsTheyAre() throws IOException {
    String brackets = file("g/{x}[1]*.csv", "x\n1\n");
    assertThat(Dataset.csv(brackets).takeAll()).hasToString("[{x=1}]");
    file("h/a.csv", "x\n1\n");
    file("h/b.csv", "x\n2\n");
    assertThat(Dataset.csv(directory + "/h/[a].csv").takeAll()).hasToString("[{x=1}]");
    assertThat(Dataset.csv("file://" + directory + "/h/[ab].csv").count()).isEqualTo(2);
  }

  @Test
  void directoriesOfHiveAreUnescapedAndNullsDecideOnNoType() throws IOException {
    file("p/day=2024%2F01/a.csv", "x\n1\n");
    assertThat(Dataset.csv(directory + "/p").takeAll()).hasToString("[{x=1, day=2024/01}]");
    file("q/n=7/a.csv", "x\n1\n");
    file("q/n=__HIVE_DEFAULT_PARTITION__/a.csv", "x\n2\n");
    assertThat(Dataset.csv(directory + "/q").schema()).hasToString("x i64, n i64");
    file("q/z.csv", "x\n3\n");
    assertThat(Dataset.csv(directory + "/q").sort("x").takeAll())
        .hasToString("[{x=1, n=7}, {x=2, n=null}, {x=3, n=null}]");
  }

  @Test
  void namesThatAreTakenGetTheNextNumber() {
    Dataset rows = Dataset.of(List.of(Row.of("v", 1)));
    assertThat(rows.zip(rows).zip(rows).takeAll()).hasToString("[{v=1, v_1=1, v_2=1}]");
    Dataset left = Dataset.of(List.of(Row.of("k", 1, "v", 2)));
    Dataset right = Dataset.of(List.of(Row.of("k", 1, "v", 3, "v_1", 4)));
    assertThat(left.join(right, "k", JoinKind.INNER).takeAll())
        .hasToString("[{k=1, v=2, v_2=3, v_1=4}]");
  }
}
