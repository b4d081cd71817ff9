package dev.manta.bench.recovery;

import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Two workers that commit 100 MB of parameters and moments after every compute-bound step of about
/// 100 ms: how much of their time the commits take, in place, copied, and as a shard of 50 MB on
/// each, of which the other keeps a copy.
public final class CommitProgram {
  private static final long BYTES = 100L << 20;
  private static final int WORKERS = 2;
  private static final int STEPS = 30;
  private static final long STEP_NANOS = 100_000_000;

  /// Where rank 0 says its figure, and how the state is committed: `in-place`, `copied` or
  /// `sharded`.
  public record Config(String directory, String how) {}

  /// The state, all of it in one part.
  private record State(MemorySegment memory, boolean copied) implements InPlace {
    @Override
    public List<Part> parts() {
      return List.of(new Part("values", "I8", List.of(memory.byteSize()), memory));
    }

    @Override
    public List<Part> restless() {
      return copied ? parts() : List.of();
    }
  }

  private CommitProgram() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    for (String name : List.of("in-place", "copied", "sharded")) {
      Path place = Files.createDirectories(directory.resolve(name));
      Trainer.of(CommitProgram::train, new Config(place.toString(), name))
          .scaling(ScalingConfig.workers(WORKERS))
          .run(RunConfig.named(name).storage(place.resolve("runs").toString()).quiet())
          .fit();
      System.out.println("figure " + name + " " + Files.readString(place.resolve("percent")));
    }
  }

  /// The training function.
  public static void train(TrainContext<Config> ctx) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      boolean sharded = ctx.config().how().equals("sharded");
      long bytes = sharded ? BYTES / WORKERS : BYTES;
      var state = new State(arena.allocate(bytes, 64), ctx.config().how().equals("copied"));
      if (sharded) {
        ctx.liveShard("state", state);
      } else {
        ctx.live("state", state);
      }
      commit(ctx, state, 3);
      long begin = System.nanoTime();
      long committing = commit(ctx, state, STEPS);
      double percent = 100.0 * committing / (System.nanoTime() - begin);
      if (ctx.rank() == 0) {
        Files.writeString(Path.of(ctx.config().directory(), "percent"), String.valueOf(percent));
      }
    }
  }

  /// Makes steps; the nanoseconds that their commits took.
  private static long commit(TrainContext<Config> ctx, State state, int steps) {
    double[] sum = new double[16];
    long spent = 0;
    for (int step = 0; step < steps; step++) {
      sum[0] = compute(step);
      ctx.collectives().allReduce(sum, Op.MEAN);
      long begin = System.nanoTime();
      ctx.commit(() -> state.memory().set(ValueLayout.JAVA_DOUBLE, 0, sum[0]));
      spent += System.nanoTime() - begin;
    }
    return spent;
  }

  private static double compute(int seed) {
    double value = seed + 1.5;
    for (long begin = System.nanoTime(); System.nanoTime() - begin < STEP_NANOS; ) {
      for (int i = 0; i < 1000; i++) {
        value = Math.sqrt(value * 1.7 + i);
      }
    }
    return value;
  }
}
