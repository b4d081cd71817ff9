package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.error.MantaException;
import dev.manta.python.internal.Interpreter;
import dev.manta.python.internal.PipEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Environments from requirements files; the packages are wheels that the tests write.
class PipEnvironmentTest {
  @TempDir Path directory;

  /// A package that needs nothing, with one value in it.
  private void wheel(String name) throws IOException {
    String info = name + "-1.0.dist-info/";
    Map<String, String> files =
        Map.of(
            name + ".py",
            "VALUE = 42\n",
            info + "METADATA",
            "Metadata-Version: 2.1\nName: " + name + "\nVersion: 1.0\n",
            info + "WHEEL",
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            info + "RECORD",
            "");
    Path wheel = directory.resolve(name + "-1.0-py3-none-any.whl");
    try (var out = new ZipOutputStream(Files.newOutputStream(wheel))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /// Unlike that of any other test, so that its environment is new.
  private Path requirements(String text) throws IOException {
    return Files.writeString(
        directory.resolve("requirements.txt"), "# " + directory + "\n--no-index\n" + text);
  }

  @Test
  void aScriptFindsThePackagesOfItsRequirementsAndTheEnvironmentIsMadeOnce() throws Exception {
    var scripts = new Scripts(directory);
    wheel("tinypackage");
    Path requirements = requirements("./tinypackage-1.0-py3-none-any.whl\n");
    PythonTrainer trainer =
        scripts
            .script(
                "use.py",
                "import sys, manta, tinypackage\nmanta.report({'value': tinypackage.VALUE, 'by': sys.prefix})\n")
            .requirements(requirements.toString());
    Result first = trainer.run(scripts.run("first")).fit();
    assertThat(first.metrics().get("value")).isEqualTo(42L);
    Path environment = Path.of(first.metrics().get("by").toString());
    try {
      FileTime made = Files.getLastModifiedTime(environment.resolve("pyvenv.cfg"));
      Result second = trainer.run(scripts.run("second")).fit();
      assertThat(second.metrics().get("by")).isEqualTo(environment.toString());
      assertThat(Files.getLastModifiedTime(environment.resolve("pyvenv.cfg"))).isEqualTo(made);
      removeInterpreter(environment);
      Result third = trainer.run(scripts.run("third")).fit();
      assertThat(third.metrics().get("value")).isEqualTo(42L);
    } finally {
      delete(environment);
    }
  }

  /// As an upgrade of the system does that an environment was made with.
  private static void removeInterpreter(Path environment) throws IOException {
    Path python = environment.resolve("bin/python");
    Files.delete(python);
    Files.createSymbolicLink(python, Path.of("/nowhere/python3"));
  }

  @Test
  void aMissingRequirementsFileIsNamed() {
    Path none = directory.resolve("none.txt");
    assertThatThrownBy(() -> environment(none).interpreter())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("there is no requirements file " + none);
  }

  @Test
  @Tag("campaign") // pip takes its time to give up
  void aPackageThatCannotBeHadIsToldInPipsOwnWords() throws Exception {
    PipEnvironment environment = environment(requirements("no-such-package-anywhere\n"));
    assertThatThrownBy(() -> environment.interpreter())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("no-such-package-anywhere");
  }

  private static PipEnvironment environment(Path requirements) {
    return new PipEnvironment(requirements, new Interpreter(Scripts.anyPython().toString()));
  }

  private static void delete(Path environment) throws IOException {
    try (var all = Files.walk(environment)) {
      for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(each);
      }
    }
  }
}
