package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How `./dev python` ends, with a Maven that runs no tests but notes cases as they do.
class PythonCasesTest {
  @TempDir Path home;

  @BeforeEach
  void makeRepository() throws IOException {
    Files.createDirectories(home.resolve("tools"));
    for (String file : new String[] {"dev", "tools/launch.sh"}) {
      Files.copy(Sources.root().resolve(file), home.resolve(file));
    }
  }

  private Shell.Said python(String notes, int status) throws Exception {
    Path maven = home.resolve("mvn");
    Files.writeString(
        maven, "#!/bin/sh\nprintf '" + notes + "' >> \"$MANTA_CASES\"\nexit " + status + "\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path out = home.resolve("out");
    var builder = new ProcessBuilder("bash", "dev", "python").directory(home.toFile());
    builder.environment().put("PATH", home + ":/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Shell.Said(process.exitValue(), Files.readString(out));
  }

  @Test
  void itEndsWithALineForEachCase() throws Exception {
    Shell.Said said = python("skipped  b.py: no b\\nran      a.py\\n", 0);
    assertThat(said.text()).isEqualTo("ran      a.py\nskipped  b.py: no b\n");
    assertThat(said.status()).isZero();
  }

  @Test
  void itFailsWhereNothingRan() throws Exception {
    Shell.Said said = python("skipped  b.py: no b\\n", 0);
    assertThat(said.text())
        .isEqualTo(
            "skipped  b.py: no b\nmanta: no case ran; ./dev peers installs what is missing\n");
    assertThat(said.status()).isEqualTo(1);
  }

  @Test
  void aFailureIsMavens() throws Exception {
    assertThat(python("FAILED   a.py: loss\\n", 3).status()).isEqualTo(3);
  }
}
