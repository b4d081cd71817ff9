package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts in files that are not written in UTF-8.
@Timeout(300)
class CharsetTest {
  @TempDir Path directory;

  private String file(String name, String text, Charset charset) throws IOException {
    return Files.write(directory.resolve(name), text.getBytes(charset)).toString();
  }

  private static CsvOptions in(String charset) {
    return CsvOptions.defaults().charset(charset);
  }

  @Test
  void csvThatIsNotUtf8IsRefusedWithLineAndByte() throws IOException {
    String csv = file("a.csv", "id,name\n1,a\n2,Jürgen\n", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining(
            "a.csv line 3: column \"name\": byte 4 of the line, 0xFC, is not UTF-8")
        .hasMessageContaining("CsvOptions.charset(\"windows-1252\")");
    assertThat(Dataset.csv(csv).badRecords(BadRecords.skip()).takeAll())
        .hasToString("[{id=1, name=a}]");
    assertThat(Dataset.csv(csv).select("id").takeAll()).hasToString("[{id=1}, {id=2}]");
  }

  @Test
  void namesOfColumnsThatAreNotUtf8AreRefused() throws IOException {
    String csv = file("a.csv", "id,größe\n1,2\n", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Dataset.csv(csv).takeAll())
        .hasMessageContaining("a.csv line 1: byte 6 of the line, 0xF6, is not UTF-8");
    assertThat(Dataset.csv(in("ISO-8859-1"), csv).takeAll()).hasToString("[{id=1, größe=2}]");
  }

  @Test
  void aCharsetCanBeGiven() throws IOException {
    String text = "name,n\n\"J\"\"ürgen€\",1\nø,2\nNÄ,3\n";
    String csv = file("a.csv", text, Charset.forName("windows-1252"));
    assertThat(Dataset.csv(in("windows-1252").nullValues("NÄ"), csv).takeAll())
        .hasToString("[{name=J\"ürgen€, n=1}, {name=ø, n=2}, {name=null, n=3}]");
    String lines = file("b.csv", "name,n\n\"東\n京\",1\n", Charset.forName("Shift_JIS"));
    assertThat(Dataset.csv(in("Shift_JIS").multiline(true), lines).takeAll())
        .hasToString("[{name=東\n京, n=1}]");
  }

  @Test
  void aByteThatACharsetDoesNotHaveIsRefused() throws IOException {
    String csv = file("a.csv", "name\nJürgen\n", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Dataset.csv(in("US-ASCII"), csv).takeAll())
        .hasMessageContaining("a.csv line 2: column \"name\"")
        .hasMessageContaining("US-ASCII");
  }

  @Test
  void aCharsetThatCannotBeCutIntoLinesIsRefused() {
    assertThatThrownBy(() -> in("UTF-16")).hasMessageContaining("UTF-16");
    assertThatThrownBy(() -> in("klingon")).hasMessageContaining("klingon");
    assertThatThrownBy(() -> in("Shift_JIS").separator('|')).hasMessageContaining("'|'");
  }

  @Test
  void textThatIsNotUtf8IsRefusedWithLineAndByte() throws IOException {
    String text = file("a.txt", "one\nnaïve\n", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Dataset.text(text).takeAll())
        .hasMessageContaining("a.txt line 2: byte 3 of the line, 0xEF, is not UTF-8");
    assertThat(Dataset.text(text).badRecords(BadRecords.skip()).takeAll())
        .hasToString("[{text=one}]");
  }

  @Test
  void whatUtf8ForbidsIsFound() throws IOException {
    byte[][] wrong = {
      {(byte) 0xC0, (byte) 0x80}, // an ASCII character in two bytes
      {(byte) 0xE0, (byte) 0x80, (byte) 0x80},
      {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, // half a pair
      {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, // behind the last character
      {(byte) 0xE6, (byte) 0x9D}, // cut off
      {(byte) 0x80}
    };
    for (byte[] bytes : wrong) {
      Path path = Files.write(directory.resolve("w.txt"), bytes);
      assertThatThrownBy(() -> Dataset.text(path.toString()).takeAll())
          .hasMessageContaining("w.txt line 1: byte 1 of the line");
    }
    String good = "añ€𝄞\uFFFD";
    String text = file("g.txt", good, StandardCharsets.UTF_8);
    assertThat(Dataset.text(text).takeAll().getFirst().text("text")).isEqualTo(good);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-2022-JP", "ISO-2022-KR"})
  void aCharsetWhoseCharactersHoldCommasOrQuotesIsRefused(String charset) {
    assertThatThrownBy(() -> in(charset)).hasMessageContaining("convert them to UTF-8 before");
  }

  @Test
  void aSeparatorThatIsNoPartOfOtherCharactersIsTaken() {
    assertThat(in("EUC-JP").separator('|').separator()).isEqualTo('|');
    assertThatThrownBy(() -> in("Shift_JIS").separator('|'))
        .hasMessageContaining("'|' may be a part of other characters in Shift_JIS");
  }
}
