package dev.manta.bench.chaos;

import dev.manta.bench.Jvm;
import dev.manta.bench.s3.BenchS3;
import dev.manta.cli.Main;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The command once more, in a process that has the variables of an S3 server: so have all that it
/// starts.
record OnServer(Consumer<String> tell) {
  /// Runs `manta` with these words; its exit status.
  int repeat(List<String> arguments) throws IOException, InterruptedException {
    try (BenchS3 server = BenchS3.start()) {
      tell.accept("an S3 server at " + server.endpoint());
      var builder = new ProcessBuilder(command(arguments)).inheritIO();
      // A session or a profile of the user's would be sent along with the server's key.
      builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
      builder.environment().putAll(server.variables());
      builder.environment().put(BrokenStorage.BUCKET, BenchS3.BUCKET);
      Process process = builder.start();
      try {
        return process.waitFor();
      } finally {
        process.destroy();
      }
    }
  }

  private static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>(Jvm.launched(Main.class, arguments));
    command.addAll(1, properties());
    return command;
  }

  /// Where the checkout is, and the command that began it.
  private static List<String> properties() {
    return List.of("manta.home", "manta.command").stream()
        .map(name -> "-D" + name + "=" + System.getProperty(name, ""))
        .toList();
  }
}
