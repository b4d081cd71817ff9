package dev.manta.bench.python;

import dev.manta.bench.Peers;
import dev.manta.cluster.Resources;
import dev.manta.python.PythonTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A user's program that trains with a script on one GPU.
public final class PythonGpuProgram {
  private PythonGpuProgram() {}

  /// Takes the interpreter and a directory to work in.
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[1]);
    Path script = root.resolve(PythonGpuBenchmark.SCRIPT);
    Path figures = root.resolve("figures");
    Peers.unpack(PythonGpuBenchmark.SCRIPT, script);
    PythonTrainer.script(script.toString())
        .args(figures.toString())
        .python(args[0])
        .scaling(ScalingConfig.workers(1).perWorker(Resources.cpus(1).withGpus(1)))
        .run(RunConfig.named("run").storage(root.resolve("runs").toString()).quiet())
        .fit();
    System.out.print(Files.readString(figures));
  }
}
