package dev.manta.torch.io;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.tensors.StateFile;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A whole training as a checkpoint: model, optimizer, schedule, random numbers and step, for those
/// who report checkpoints themselves instead of registering live state.
///
/// Every rank writes its share of the tensors at the same time; any number of ranks reads them.
/// Each share is a directory of safetensors files (`model.safetensors`, `optimizer.safetensors`, …)
/// beside `training.json`.
public final class TorchCheckpoint {
  private static final String RANDOM = "random";
  private static final String TRAINING = "training.json";
  private static final int VERSION = 1;

  private final Map<String, Live> states = new LinkedHashMap<>();

  private TorchCheckpoint() {}

  /// A training of this model.
  public static TorchCheckpoint of(Module model) {
    return new TorchCheckpoint().and("model", model);
  }

  /// With the optimizer's moments, counts and learning rates.
  public TorchCheckpoint optimizer(Optimizer optimizer) {
    return and("optimizer", optimizer);
  }

  /// With some more state under a name of its own, such as a learning-rate schedule.
  public TorchCheckpoint and(String name, Live state) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,99}") || name.equals(RANDOM)) {
      throw new IllegalArgumentException(
          "a state's name is letters, digits, '_' or '-', and not \"random\": \"" + name + "\"");
    }
    if (states.putIfAbsent(name, state) != null) {
      throw new IllegalArgumentException("there is a state \"" + name + "\" already");
    }
    return this;
  }

  /// Reports metrics and a checkpoint at this step. Call it on every rank.
  public void report(TrainContext<?> ctx, Metrics metrics, long step) {
    try (var files = TemporaryDirectory.make()) {
      write(files.path(), step, ctx.rank(), ctx.worldSize());
      Checkpoint checkpoint = Checkpoint.fromDirectory(files.path());
      ctx.report(metrics, ctx.worldSize() == 1 ? checkpoint : checkpoint.part());
    }
  }

  /// Takes back what the run stands at; the step to resume from, 0 for a new run.
  public long restore(TrainContext<?> ctx) {
    return ctx.checkpoint().map(checkpoint -> read(checkpoint, ctx.rank())).orElse(0L);
  }

  /// Writes one rank's share into a directory.
  public void write(Path directory, long step, int rank, int ranks) {
    try {
      for (Map.Entry<String, Live> each : states.entrySet()) {
        write(directory, each.getKey(), each.getValue(), rank, ranks);
      }
      RandomState.write(directory.resolve(RANDOM + ".safetensors"));
      Files.writeString(directory.resolve(TRAINING), training(step, ranks).pretty() + "\n");
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "a checkpoint cannot be written to " + directory + ": " + e, e);
    }
  }

  private static void write(Path directory, String name, Live state, int rank, int ranks)
      throws IOException {
    switch (state) {
      case InPlace inPlace ->
          StateFile.write(
              directory.resolve(name + ".safetensors"), Shares.of(inPlace.parts(), rank, ranks));
      case Copied copied -> {
        if (rank == 0) {
          Files.write(directory.resolve(name + ".bin"), copied.save());
        }
      }
    }
  }

  private static JsonObject training(long step, int ranks) {
    return JsonObject.builder()
        .put("version", VERSION)
        .put("step", step)
        .put("ranks", ranks)
        .build();
  }

  /// Takes back a checkpoint, written by any number of ranks; its step.
  ///
  /// @param rank which rank's random numbers to continue with; a rank that was not there keeps its
  ///   own
  public long read(Checkpoint checkpoint, int rank) {
    try (var parts = OpenedParts.of(checkpoint)) {
      JsonObject training = training(parts.directories().getFirst());
      for (Map.Entry<String, Live> each : states.entrySet()) {
        read(parts.directories(), each.getKey(), each.getValue());
      }
      if (rank < parts.directories().size()) {
        RandomState.read(parts.directories().get(rank).resolve(RANDOM + ".safetensors"));
      }
      return training.get("step").asLong();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "cannot read " + checkpoint.location() + ": " + e, e);
    }
  }

  private static JsonObject training(Path directory) throws IOException {
    Path file = directory.resolve(TRAINING);
    if (!Files.exists(file)) {
      throw new MantaException(
          ErrorCode.USER,
          directory
              + " has no "
              + TRAINING
              + ": TorchCheckpoint did not write it; what"
              + " ctx.snapshot() wrote is restored by ctx.live(name, state)");
    }
    JsonObject training = Json.parse(Files.readAllBytes(file)).asObject();
    if (training.get("version").asInt() != VERSION) {
      throw new MantaException(
          ErrorCode.USER,
          file
              + " is of version "
              + training.get("version").asInt()
              + "; this Manta reads "
              + VERSION);
    }
    return training;
  }

  private static void read(List<Path> parts, String name, Live state) throws IOException {
    switch (state) {
      case InPlace inPlace -> {
        List<Path> files = parts.stream().map(part -> part.resolve(name + ".safetensors")).toList();
        StateFile.read(files, inPlace.parts());
        inPlace.restored();
      }
      case Copied copied ->
          copied.load(Files.readAllBytes(parts.getFirst().resolve(name + ".bin")));
    }
  }
}
