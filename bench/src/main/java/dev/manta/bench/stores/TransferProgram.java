package dev.manta.bench.stores;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.bench.train.Stamps;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// A user's program that stores one checkpoint, a part from each rank, and another run that begins
/// with it.
public final class TransferProgram {
  private static final int MEBIBYTE = 1 << 20;
  private static final String PUT = "put";
  private static final String RESTORE = "restore";

  /// What is stored, and where ranks say how long it took.
  ///
  /// @param directory where ranks lay their files, and say how long it took
  /// @param megabytes of all parts together
  public record Config(String directory, int megabytes) {}

  private TransferProgram() {}

  /// Takes a directory, a storage, how many megabytes from how many ranks, and whether the
  /// checkpoint is restored too.
  public static void main(String[] args) throws IOException {
    String storage = args[1];
    var config = new Config(args[0], Integer.parseInt(args[2]));
    int ranks = Integer.parseInt(args[3]);
    Disk.settle();
    Result result = trainer(PUT, storage, ranks, Trainer.of(TransferProgram::put, config)).fit();
    say(PUT, config, ranks);
    Checkpoint stored = result.latestCheckpoint().orElseThrow().checkpoint();
    if (Boolean.parseBoolean(args[4])) {
      Disk.settle();
      Trainer next = Trainer.of(TransferProgram::restore, config).startFrom(stored);
      trainer(RESTORE, storage, ranks, next).fit();
      say(RESTORE, config, ranks);
    }
    LocalTraces.remove(storage, PUT);
    LocalTraces.remove(storage, RESTORE);
  }

  private static Trainer trainer(String name, String storage, int ranks, Trainer trainer) {
    return trainer
        .scaling(ScalingConfig.workers(ranks))
        .run(RunConfig.named(name).storage(storage).quiet());
  }

  /// From when the last rank began to when the last one was done.
  private static void say(String what, Config config, int ranks) throws IOException {
    double began = Stamps.last(Path.of(config.directory(), what + "-begun"), ranks);
    double ended = Stamps.last(Path.of(config.directory(), what + "-done"), ranks);
    System.out.println("figure " + what + " " + config.megabytes() / (ended - began));
    System.out.println("figure " + what + "-seconds " + (ended - began));
  }

  private static void stamp(TrainContext<Config> ctx, String what) throws IOException {
    Path directory = Path.of(ctx.config().directory(), what);
    Files.createDirectories(directory);
    Stamps.write(directory.toString(), ctx.rank());
  }

  /// Workers have started when time is taken, as the peers' processes have.
  private static void begin(TrainContext<Config> ctx) throws IOException {
    ctx.barrier();
    if (ctx.rank() == 0) {
      Disk.touchMemory();
    }
    ctx.barrier();
  }

  /// The training function that stores the checkpoint.
  public static void put(TrainContext<Config> ctx) throws IOException {
    Path files = Files.createDirectories(Path.of(ctx.config().directory(), "rank" + ctx.rank()));
    write(files.resolve("weights"), ctx.config().megabytes() / ctx.worldSize(), ctx.rank());
    begin(ctx);
    stamp(ctx, PUT + "-begun");
    Checkpoint part = Checkpoint.fromDirectory(files).part();
    ctx.report(Metrics.of("loss", 0.125), part, Upload.SYNC);
    stamp(ctx, PUT + "-done");
  }

  /// On the disk when time is taken: the server has the same one, and would share it with what is
  /// written back meanwhile.
  private static void write(Path file, int megabytes, long seed) throws IOException {
    byte[] block = new byte[MEBIBYTE];
    new Random(seed).nextBytes(block);
    try (FileChannel out = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE)) {
      for (int i = 0; i < megabytes; i++) {
        out.write(ByteBuffer.wrap(block));
      }
      out.force(false);
    }
  }

  /// The training function that begins with it: all of its files, on each rank.
  public static void restore(TrainContext<Config> ctx) throws IOException {
    begin(ctx);
    stamp(ctx, RESTORE + "-begun");
    ctx.checkpoint().orElseThrow().asDirectory(Path::toString);
    stamp(ctx, RESTORE + "-done");
  }
}
