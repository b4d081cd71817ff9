package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.it.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run that began on a machine of one language continues on that of another.
@Timeout(300)
class OtherLocaleTest {
  @TempDir Path storage;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "-Duser.language=fa -Duser.country=IR,۱٫۵",
        "-Duser.language=tr -Duser.country=TR,`1,5`"
      })
  void aRunResumesFromTheCheckpointOfAnotherLanguage(String options, String shown)
      throws Exception {
    failAndResume(options, shown);
  }

  @Tag("campaign")
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "-Duser.language=ar -Duser.country=EG,١٫٥",
        "-Duser.language=hi -Duser.country=IN -Duser.extensions=u-nu-deva,१.५",
        "-Duser.language=de -Duser.country=DE,`1,5`"
      })
  void aRunResumesFromTheCheckpointOfAnyLanguage(String options, String shown) throws Exception {
    failAndResume(options, shown);
  }

  private void failAndResume(String options, String shown) throws Exception {
    assertThat(outputOf(options)).contains(shown).endsWith("failed\n");
    Files.createFile(storage.resolve("mended"));
    Result result = LocaleProgram.trainer(storage).fit();
    assertThat(firstStep(result)).isEqualTo(LocaleProgram.FAILS_AT);
    assertThat(result.metrics().number("own")).isEqualTo(LocaleProgram.SUM_OF_STEPS);
  }

  /// Driver and workers alike.
  private String outputOf(String options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(JavaCommand.words());
    words.addAll(List.of("-Dstdout.encoding=UTF-8", "--enable-native-access=ALL-UNNAMED"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(LocaleProgram.class.getName(), storage.toString()));
    var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_TOOL_OPTIONS", options);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  private static double firstStep(Result result) {
    return result
        .history()
        .rows()
        .map(row -> row.report().metrics())
        .filter(metrics -> metrics.number("attempt") > 1)
        .mapToDouble(metrics -> metrics.number("step"))
        .min()
        .orElseThrow();
  }
}
