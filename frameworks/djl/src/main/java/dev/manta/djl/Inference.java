package dev.manta.djl;

import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.djl.internal.engine.PyTorchEngine;
import dev.manta.djl.internal.train.ModelState;
import dev.manta.djl.internal.train.TrainedModel;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.tensors.StateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Models in checkpoints.
final class Inference {
  private static final String FILE = "model.safetensors";

  private Inference() {}

  static Model load(Checkpoint checkpoint, Block block, Shape... inputs) {
    PyTorchEngine.load();
    Model model = Model.newInstance("model", "PyTorch");
    try {
      model.setBlock(block);
      block.initialize(model.getNDManager(), model.getDataType(), inputs);
      checkpoint.asDirectory(directory -> fill(model, directory.resolve(FILE)));
      block.freezeParameters(true);
      return model;
    } catch (RuntimeException | Error e) {
      model.close();
      throw e;
    }
  }

  private static Path fill(Model model, Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "checkpoint %s has no %s: it was not made by a function that called djl.prepare"
              .formatted(file.getParent(), FILE));
    }
    var state = new ModelState(TrainedModel.of(model, model.getNDManager()), () -> true);
    try {
      StateFile.read(file, state.parts());
      return file;
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, file + " cannot be read: " + e, e);
    }
  }

  /// Writes DJL's own file of parameters beside a checkpoint's others.
  static void save(Model model, Checkpoint checkpoint) {
    Path directory = Path.of(checkpoint.location().path());
    try {
      model.save(directory, model.getName());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "the model cannot be written to " + directory + ": " + e, e);
    }
  }
}
