package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NewCommandTest {
  @TempDir Path directory;

  private final NewProject project = new NewProject("spam", "1.2.3", "./manta", Kit.PLAIN);

  @Test
  void aProjectNamesItselfAndTheMantaItIsFor() throws IOException {
    project.writeTo(directory);

    assertThat(directory.resolve("pom.xml"))
        .content()
        .contains("<artifactId>spam</artifactId>", "<version>1.2.3</version>")
        .doesNotContain("@");
    assertThat(directory.resolve("README.md")).content().contains("./manta run target/spam.jar");
    assertThat(directory.resolve("src/main/java/app/Train.java"))
        .content()
        .startsWith("package app;\n")
        .contains("RunConfig.named(\"spam\")");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
  void aProjectForAFrameworkDependsOnIt(Kit kit) throws IOException {
    String name = kit.name().toLowerCase(Locale.ROOT);
    new NewProject("spam", "1.2.3", "./manta", kit).writeTo(directory);

    assertThat(directory.resolve("pom.xml")).content().contains("manta-" + name);
    assertThat(directory.resolve("README.md"))
        .content()
        .contains("./manta run --with " + name + " target/spam.jar");
    assertThat(directory.resolve("src/main/java/app/Train.java"))
        .content()
        .contains("import dev.manta." + name + ".*;", "RunConfig.named(\"spam\")");
  }

  @Test
  void itsProgramCompiles() throws IOException {
    project.writeTo(directory);
    Path program = directory.resolve("src/main/java/app/Train.java");
    String classPath = System.getProperty("java.class.path");
    var errors = new PrintWriter(System.err, true, System.err.charset());

    assertThat(new SourceJar(directory.resolve("jars"), classPath, errors).of(program)).exists();
  }

  @Test
  void mantaIsInstalledWhereMavenLooks() throws IOException {
    Path jar = Files.writeString(directory.resolve("core.jar"), "jar");
    var repository = new MavenRepository(directory.resolve("repository"));
    repository.install(new PublishedModule("manta-core", Optional.of(jar), "pom"), "1.2.3");
    repository.install(new PublishedModule("manta-bom", Optional.empty(), "versions"), "1.2.3");

    Path place = directory.resolve("repository/dev/manta/manta-core/1.2.3");
    assertThat(place.resolve("manta-core-1.2.3.jar")).hasContent("jar");
    assertThat(place.resolve("manta-core-1.2.3.pom")).hasContent("pom");
    assertThat(directory.resolve("repository/dev/manta/manta-bom/1.2.3"))
        .isDirectoryContaining("glob:**/manta-bom-1.2.3.pom")
        .isDirectoryNotContaining("glob:**.jar");
  }

  @Test
  void theSettingsMayPutTheRepositoryElsewhere() throws IOException {
    assertThat(MavenRepository.of(directory).root()).isEqualTo(directory.resolve("repository"));

    Files.writeString(
        directory.resolve("settings.xml"),
        "<settings><!-- <localRepository>/no</localRepository> -->"
            + "<localRepository> ${user.home}/repo </localRepository></settings>");

    assertThat(MavenRepository.of(directory).root())
        .isEqualTo(Path.of(System.getProperty("user.home"), "repo"));
  }

  @Test
  void aDirectoryWithSomethingInItIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("mine"), "precious");
    Typed typed = Typed.manta("new", directory.toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err()).isEqualTo("manta: " + directory + " is not empty; give another name\n");
  }

  @Test
  void aFrameworkWithoutAProjectIsRefusedWithThoseThatHaveOne() {
    Typed typed = Typed.manta("new", "--with", "torhc", directory.resolve("x").toString());

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .contains("there is no project for \"torhc\"; there are: torch, xgboost");
  }
}
