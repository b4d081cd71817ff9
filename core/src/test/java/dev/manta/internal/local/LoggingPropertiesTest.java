package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggingPropertiesTest {
  private static final String CLASS =
      "-Djava.util.logging.config.class=dev.manta.internal.worker.log.JavaLogging";

  @TempDir Path directory;

  private static Properties properties(String... pairs) {
    var properties = new Properties();
    for (int i = 0; i < pairs.length; i += 2) {
      properties.setProperty(pairs[i], pairs[i + 1]);
    }
    return properties;
  }

  @Test
  void workersGetTheLoggingConfigurationOfTheDriver() throws IOException {
    Path file = Files.createFile(directory.resolve("logback-train.xml"));
    String relative = Path.of("").toAbsolutePath().relativize(file).toString();
    assertThat(LoggingProperties.of(properties("logback.configurationFile", relative, "user", "x")))
        .containsExactly(
            CLASS, "-Dlogback.configurationFile=" + Path.of(relative).toAbsolutePath());
  }

  @Test
  void whatIsNoFileIsLeftAsItIs() {
    String url = "https://config.acme.com/log4j2.xml";
    assertThat(LoggingProperties.of(properties("log4j2.configurationFile", url)))
        .containsExactly(CLASS, "-Dlog4j2.configurationFile=" + url);
    assertThat(LoggingProperties.of(properties())).containsExactly(CLASS);
  }
}
