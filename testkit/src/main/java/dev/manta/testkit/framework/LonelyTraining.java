package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A process that trains, and loses a rank, with temporary files in a directory of its own: what is
/// left there, and of its processes, is what training leaves.
public final class LonelyTraining {
  private static final int SECONDS = 200;

  private LonelyTraining() {}

  /// What the process printed, and what it left.
  record Ended(String printed, List<String> left) {}

  /// Trains in another process.
  static Ended run(Class<? extends TrainingContract> contract, Path place)
      throws IOException, InterruptedException {
    Files.createDirectories(place.resolve("temporary"));
    Path output = place.resolve("output");
    Process process =
        new ProcessBuilder(command(contract, place))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("whether it ends").isTrue();
      return new Ended(Files.readString(output), leftBy(place));
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<String> command(Class<? extends TrainingContract> contract, Path place) {
    List<String> command = QuickJava.words();
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + place.resolve("temporary"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(LonelyTraining.class.getName(), contract.getName(), place.toString()));
    return command;
  }

  /// Takes the class of the contract and the directory.
  public static void main(String[] arguments) throws Exception {
    Constructor<? extends TrainingContract> made =
        Class.forName(arguments[0]).asSubclass(TrainingContract.class).getDeclaredConstructor();
    made.setAccessible(true);
    System.out.println(made.newInstance().killed(Path.of(arguments[1])));
  }

  /// In a line that no other output has.
  static String text(byte[] learned) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(learned);
      return "learned " + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Temporary files, and processes that were started with them.
  private static List<String> leftBy(Path place) throws IOException {
    List<String> left = new ArrayList<>();
    try (Stream<Path> files = Files.walk(place.resolve("temporary"))) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(left::add);
    }
    ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(place.toString()))
        .map(process -> process.pid() + " " + process.info().commandLine().orElse(""))
        .forEach(left::add);
    return left;
  }
}
