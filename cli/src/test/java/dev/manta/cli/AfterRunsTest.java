package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.lease.RunLock;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is done with runs that were: delete, compare, export.
final class AfterRunsTest {
  private static final long NO_PROCESS = 999_999_999;

  @TempDir Path storage;

  private Typed manta(String... words) {
    String[] args = Arrays.copyOf(words, words.length + 2);
    args[words.length] = "--storage";
    args[words.length + 1] = storage.toString();
    return Typed.manta(args);
  }

  private RunOnDisk run(String name, double loss) throws IOException {
    return new RunOnDisk(storage, name)
        .state(RunStatus.RUNNING, 1, "all ranks are ready")
        .metrics(
            "{\"attempt\":1,\"rank\":0,\"step\":1,\"epoch\":0,\"worker\":\"w0\",\"seq\":1,\"at\":\"2026-01-01T10:00:00Z\",\"metrics\":{\"loss\":9}}",
            "{\"attempt\":1,\"rank\":0,\"step\":2,\"epoch\":0,\"worker\":\"w0\",\"seq\":2,\"at\":\"2026-01-01T10:00:01Z\",\"metrics\":{\"loss\":%s}}"
                .formatted(loss));
  }

  private RunOnDisk ended(String name, double loss) throws IOException {
    return run(name, loss).state(RunStatus.FINISHED, 1, "every rank returned");
  }

  @Test
  void aRunIsDeletedOnlyWhenSomebodySaysYes() throws IOException {
    ended("digits", 1);
    Typed asked = manta("rm", "digits");

    assertThat(asked.exitCode()).isEqualTo(2);
    assertThat(asked.err())
        .isEqualTo("manta: there is no terminal to ask on; say --yes to delete digits\n");
    assertThat(storage.resolve("digits")).exists();
    assertThat(manta("rm", "--yes", "digits").out()).isEqualTo("deleted " + storage + "/digits\n");
    assertThat(storage.resolve("digits")).doesNotExist();
  }

  @Test
  void aDirectoryOfAnotherProgramsIsNotDeleted() throws IOException {
    Path other = Files.createDirectories(storage.resolve("other"));
    Files.writeString(other.resolve("run.json"), "{\"id\": 7}");

    Typed asked = manta("rm", "--yes", other.toString());

    assertThat(asked.err()).contains("does not look like a run of Manta");
    assertThat(other.resolve("run.json")).exists();
  }

  @Test
  void aRunThatSomebodyHasIsNotDeleted() throws IOException {
    ended("digits", 1);
    try (var lock = RunLock.take("digits", storage.resolve("digits"))) {
      assertThat(lock).isNotNull();
      assertThat(manta("rm", "--yes", "digits").exitCode()).isNotZero();
    }
    assertThat(storage.resolve("digits/run.json")).exists();
  }

  @Test
  void nothingIsDeletedWhereOneOfTheRunsIsUnderWayOrMissing() throws IOException {
    ended("digits", 1);
    run("live", 1);

    assertThat(manta("rm", "--yes", "digits", "live").err())
        .isEqualTo("manta: run live is under way; stop it first: manta stop live\n");
    assertThat(manta("rm", "--yes", "digits", "none").err()).startsWith("manta: no run \"none\"");
    assertThat(storage.resolve("digits")).exists();
  }

  @Test
  void runsThatCannotBeReadAndInterruptedOnesCanBeDeleted() throws IOException {
    run("gone", 1).driver(NO_PROCESS);
    RunOnDisk damaged = ended("damaged", 1);
    damaged.driver(NO_PROCESS);
    Files.writeString(damaged.directory.resolve("run.json"), "{");

    assertThat(manta("rm", "--yes", "gone", "damaged").exitCode()).isEqualTo(0);
    assertThat(storage).isEmptyDirectory();
  }

  @Test
  void oldRunsAreDeletedByTheirAge() throws IOException {
    ended("old", 1);
    run("live", 1);

    assertThat(manta("rm", "--yes", "--older-than", "5200w").out())
        .isEqualTo("no run in " + storage + " is older than 5200w\n");
    assertThat(manta("rm", "--yes", "--older-than", "30d").exitCode()).isEqualTo(0);
    assertThat(storage.resolve("old")).doesNotExist();
    assertThat(storage.resolve("live")).exists();
    assertThat(manta("rm", "--older-than", "long").err())
        .isEqualTo("manta: --older-than takes an age such as 45m, 12h, 30d or 8w, not \"long\"\n");
    assertThat(manta("rm").err())
        .isEqualTo("manta: give the runs to delete, or --older-than AGE\n");
  }

  @Test
  void runsAreComparedAndWhatDiffersIsMarked() throws IOException {
    ended("a", 0.5);
    ended("b", 0.25);

    assertThat(manta("compare", "a", "b").out())
        .isEqualTo(
            """
                         a                      b
              status     finished               finished
              function   com.acme.Train::train  com.acme.Train::train
              attempts   1                      1
              config lr  0.1000                 0.1000
            * last loss  0.5000                 0.2500
            """);
    assertThat(manta("compare", "a").exitCode()).isEqualTo(2);
  }

  @Test
  void everyReportIsExported() throws IOException {
    ended("digits", 0.5);
    Path file = storage.resolve("digits.csv");

    assertThat(manta("export", "digits").out())
        .startsWith("attempt,rank,step,at,rolled_back,checkpoint,loss\r\n1,0,1,")
        .endsWith(",0.5\r\n");
    assertThat(manta("export", "digits", "--json").out()).hasLineCount(2).contains("\"loss\":0.5");
    assertThat(manta("export", "digits", file.toString()).exitCode()).isEqualTo(0);
    assertThat(file).content().endsWith(",0.5\r\n");
    assertThat(manta("export", "digits", "--parquet").err())
        .isEqualTo("manta: --parquet needs a FILE to write to\n");
    assertThat(manta("export", "digits", "--csv", "--json").exitCode()).isEqualTo(2);
  }
}
