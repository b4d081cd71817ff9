package dev.manta.bench.collective;

import dev.manta.bench.Child;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Open MPI as a peer, where `mpicc` and `mpirun` are on the path: a small C program, compiled when
/// it is measured.
final class OpenMpi {
  private static final String SOURCE = "/dev/manta/bench/mpi_allreduce.c";
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private OpenMpi() {}

  static Optional<Subject> allReduce(int ranks) {
    return onPath("mpicc") && onPath("mpirun") ? Optional.of(() -> run(ranks)) : Optional.empty();
  }

  private static boolean onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private static Map<String, Double> run(int ranks) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Path program = compile(scratch.path());
      List<String> command =
          List.of(
              "mpirun",
              "--allow-run-as-root",
              "--oversubscribe",
              "-np",
              Integer.toString(ranks),
              program.toString());
      return new Child(command, scratch.path(), LIMIT).figures();
    }
  }

  private static Path compile(Path directory) throws IOException, InterruptedException {
    Path source = directory.resolve("allreduce.c");
    try (InputStream in = OpenMpi.class.getResourceAsStream(SOURCE)) {
      if (in == null) {
        throw new IOException(SOURCE + " is missing from the benchmarks' jar");
      }
      Files.copy(in, source);
    }
    Path program = directory.resolve("allreduce");
    new Child(
            List.of("mpicc", "-O2", "-o", program.toString(), source.toString()), directory, LIMIT)
        .figures();
    return program;
  }
}
