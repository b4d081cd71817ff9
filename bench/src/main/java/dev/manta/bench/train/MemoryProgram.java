package dev.manta.bench.train;

import dev.manta.Trainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Two workers that do nothing: what they and their driver occupy.
public final class MemoryProgram {
  private static final int WORKERS = 2;
  private static final long IDLE_MILLIS = 2_000;

  /// Where ranks say what they occupy.
  public record Config(String directory) {}

  private MemoryProgram() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Trainer.of(MemoryProgram::train, new Config(directory.toString()))
        .scaling(ScalingConfig.workers(WORKERS))
        .run(RunConfig.named("memory").storage(directory.resolve("runs").toString()).quiet())
        .fit();
    for (int rank = 0; rank < WORKERS; rank++) {
      System.out.print(Files.readString(directory.resolve("memory-" + rank)));
    }
  }

  /// The training function: idles, then says what this process and, on rank 0, the driver occupy.
  public static void train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    Thread.sleep(IDLE_MILLIS);
    long self = ProcessHandle.current().pid();
    var said = new StringBuilder();
    if (ctx.rank() == 0) {
      long driver = ProcessHandle.current().parent().map(ProcessHandle::pid).orElseThrow();
      Memory workers = Memory.of(self);
      Memory theirs = Memory.of(driver);
      said.append("figure worker ").append(workers.residentMegabytes()).append('\n');
      said.append("figure worker-pss ").append(workers.proportionalMegabytes()).append('\n');
      said.append("figure driver ").append(theirs.residentMegabytes()).append('\n');
      said.append("figure driver-pss ").append(theirs.proportionalMegabytes()).append('\n');
      said.append("figure all ").append(all(driver)).append('\n');
    }
    Files.writeString(Path.of(ctx.config().directory(), "memory-" + ctx.rank()), said);
    ctx.barrier();
  }

  /// The driver and all below it; memory that they share counts once.
  private static double all(long driver) throws IOException {
    double sum = Memory.of(driver).proportionalMegabytes();
    for (ProcessHandle each : ProcessHandle.of(driver).orElseThrow().descendants().toList()) {
      sum += Memory.of(each.pid()).proportionalMegabytes();
    }
    return sum;
  }
}
