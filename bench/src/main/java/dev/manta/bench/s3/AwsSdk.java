package dev.manta.bench.s3;

import dev.manta.bench.Child;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The transfer manager of Amazon's SDK for Java, in a JVM of its own: no module of Manta depends
/// on it.
public final class AwsSdk {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private AwsSdk() {}

  /// What it makes of two files of so many megabytes in all; empty where Maven cannot get it.
  public static Optional<Subject> transfer(BenchS3 server, int megabytes, Consumer<String> told)
      throws IOException, InterruptedException {
    try {
      ToolJars jars = ToolJars.of("aws-sdk");
      String classPath = jars.classPath();
      Path program = jars.file("AwsTransfer.java");
      return Optional.of(() -> measured(classPath, program, server, megabytes));
    } catch (MantaException absent) {
      told.accept("without the AWS SDK: " + absent.getMessage());
      return Optional.empty();
    }
  }

  private static Map<String, Double> measured(
      String classPath, Path program, BenchS3 server, int megabytes)
      throws IOException, InterruptedException {
    URI endpoint = server.endpoint();
    Map<String, String> variables = server.variables();
    try (var scratch = Scratch.make()) {
      List<String> command = new ArrayList<>();
      command.add(System.getProperty("java.home") + "/bin/java");
      command.addAll(List.of("-cp", classPath, program.toString()));
      command.addAll(List.of(scratch.path().toString(), endpoint.toString()));
      command.add(variables.getOrDefault("AWS_ACCESS_KEY_ID", ""));
      command.add(variables.getOrDefault("AWS_SECRET_ACCESS_KEY", ""));
      command.addAll(List.of(BenchS3.BUCKET, "" + megabytes));
      return new Child(command, scratch.path(), LIMIT).figures();
    }
  }
}
