package dev.manta.testkit.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class CaseLogTest {
  @TempDir Path directory;

  /// Named so that the build does not run it by itself.
  static class Cases {
    @ParameterizedTest(name = "{0}", quoteTextArguments = false)
    @ValueSource(strings = {"jax.py", "none.py"})
    void aLibraryMayBeAbsent(String script) {
      Assumptions.assumeTrue(script.equals("jax.py"), "no none; install it");
    }

    @Test
    void fails() {
      throw new AssertionError("\nthree is not four\nat all");
    }

    @Test
    @Disabled("for now")
    void isDisabled() {}
  }

  private void run(String file) {
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Cases.class)).build(),
            new CaseLog(file));
  }

  @Test
  void eachCaseHasALineThatSaysWhetherItRanAndWhyNot() throws IOException {
    Path lines = directory.resolve("cases");
    run(lines.toString());
    assertThat(Files.readAllLines(lines))
        .containsExactlyInAnyOrder(
            "ran      jax.py",
            "skipped  none.py: no none; install it",
            "FAILED   fails: three is not four",
            "skipped  isDisabled: for now");
  }

  @Test
  void nothingIsWrittenUnlessAFileIsNamed() {
    run("");
    assertThat(directory).isEmptyDirectory();
  }
}
