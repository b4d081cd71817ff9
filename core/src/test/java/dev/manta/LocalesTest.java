package dev.manta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The essential tests in a JVM of another language each: what is stored, sent or parsed is the
/// same everywhere.
@Timeout(300)
class LocalesTest {
  /// @param shown how the locale writes 1.5, or a title in small letters: none as Java does
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "-Duser.language=fa -Duser.country=IR,۱٫۵ title",
        "-Duser.language=ar -Duser.country=EG,١٫٥ title",
        "-Duser.language=hi -Duser.country=IN -Duser.extensions=u-nu-deva,१.५ title",
        "-Duser.language=tr -Duser.country=TR,`1,5 tıtle`",
        "-Duser.language=de -Duser.country=DE,`1,5 title`"
      })
  void theEssentialTestsPass(String options, String shown) throws Exception {
    Process process = start(options);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(out).startsWith(shown).endsWith("0 failed\n");
  }

  private static Process start(String options) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("-Dstdout.encoding=UTF-8", "-XX:TieredStopAtLevel=1"));
    words.add("-XX:+UseSerialGC");
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xlog:disable"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), LocaleRun.class.getName()));
    return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
