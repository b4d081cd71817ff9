package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A driver and its workers in processes of their own, which have nothing but the variables of a
/// bucket.
class TrainOnS3Test {
  private static final Path PARQUET =
      Path.of("../formats/src/test/resources/parquet/snappy-v1-plain.types.parquet")
          .toAbsolutePath();

  @TempDir private Path home;

  @Test
  @Timeout(300)
  void aRunTrainsAndIsRestoredFromABucket() throws Exception {
    try (TestS3 server = TestS3.s3proxy()) {
      Storage storage = server.storage();
      Location root = Location.parse("s3://" + TestS3.BUCKET + "/team a/models");
      Location parquet = root.resolve("data/some.parquet");
      storage.put(parquet, ByteSource.of(PARQUET));
      String said = train(server, root.toString(), parquet.toString());
      long rows = Dataset.parquet(PARQUET.toString()).count();
      assertThat(said)
          .contains("status FINISHED, sum 27000, restored 27000, checkpoints 3, parquet " + rows)
          .matches(Pattern.compile(".*, put [1-9]\\d{3,}, read [1-9]\\d{3,}\\s*", Pattern.DOTALL));
      assertThat(storage.children(root.resolve("runs/first")))
          .contains("run.json", "control", "metrics", "checkpoints");
      assertThat(storage.list(root).stream().map(Entry::at).map(Location::name))
          .noneMatch(name -> name.startsWith(".manta-probe"));
      assertThat(RawCalls.of(server.endpoint()).uploads(root)).isZero();
    }
  }

  @Test
  @Timeout(300)
  void aRunInABucketIsSeenInTheDashboard() throws Exception {
    try (TestS3 server = TestS3.s3proxy()) {
      String root = "s3://" + TestS3.BUCKET + "/team b/models";
      String run = "/api/runs/first";
      String said =
          program(
              DashboardOnS3.class,
              server,
              root,
              "/api/runs",
              run,
              run + "/timeline",
              run + "/curves?metric=sum",
              run + "/metrics.csv",
              run + "/logs",
              run + "/load",
              run + "/checkpoints/checkpoint-000003-attempt-1");
      assertThat(said.lines().filter(line -> line.startsWith("/api/")))
          .satisfiesExactly(
              list -> assertThat(list).contains(" 200 ", "\"id\":\"first\"", "\"id\":\"second\""),
              one -> assertThat(one).contains(" 200 ", "\"status\":\"finished\"", "\"sum\":27000"),
              line -> assertThat(line).contains(" 200 ", "\"state\":\"training\""),
              curves ->
                  assertThat(curves).contains("\"complete\":true", "[9000.0,18000.0,27000.0]"),
              csv -> assertThat(csv).contains(" 200 attempt,rank,step", "27000"),
              logs -> assertThat(logs).contains(" 200 ["),
              load -> assertThat(load).contains(" 200 {\"ranks\":["),
              archive -> assertThat(archive).contains(" 200 PK"));
    }
  }

  private String train(TestS3 server, String... words) throws IOException, InterruptedException {
    return program(TrainOnS3.class, server, words);
  }

  private String program(Class<?> program, TestS3 server, String... words)
      throws IOException, InterruptedException {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().putAll(TestS3.programVariables(server.endpoint()));
    Process process = builder.redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }
}
