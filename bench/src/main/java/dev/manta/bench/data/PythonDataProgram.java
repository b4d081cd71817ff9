package dev.manta.bench.data;

import dev.manta.bench.Peers;
import dev.manta.data.Dataset;
import dev.manta.python.PythonTrainer;
import dev.manta.train.RunConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A user's program whose script in Python takes batches of a dataset.
final class PythonDataProgram {
  private static final String SCRIPT = "python_batches.py";

  private PythonDataProgram() {}

  /// Takes the interpreter, a directory to work in, and the folder of the dataset.
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    Path script = directory.resolve(SCRIPT);
    Peers.unpack(SCRIPT, script);
    PythonTrainer.script(script.toString())
        .args(directory.toString())
        .python(arguments[0])
        .dataset("train", Dataset.parquet(arguments[2]))
        .run(RunConfig.named("run").storage(directory.resolve("runs").toString()).quiet())
        .fit();
    System.out.print(Files.readString(directory.resolve("figures")));
  }
}
