package dev.manta.torch.io;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;

/// The weights of a model, from a checkpoint or from a file.
public final class Weights {
  private Weights() {}

  /// What a checkpoint holds of the state that was called so: `ctx.live("model", model)`, or a
  /// [TorchCheckpoint]'s share of every rank.
  public static Map<String, Tensor> of(Checkpoint checkpoint, String name) {
    Map<String, Tensor> weights = new LinkedHashMap<>();
    try (var parts = OpenedParts.of(checkpoint)) {
      for (Path directory : parts.directories()) {
        weights.putAll(SafeTensors.read(file(directory, name)).tensors());
      }
      return weights;
    }
  }

  private static Path file(Path directory, String name) {
    Path file = directory.resolve(name + ".safetensors");
    if (!Files.exists(file)) {
      throw new MantaException(
          ErrorCode.USER,
          "%s has no %s, only %s; register the model with ctx.live(\"%s\", model)"
              .formatted(directory, file.getFileName(), names(directory), name));
    }
    return file;
  }

  private static List<String> names(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot read " + directory + ": " + e, e);
    }
  }

  /// Reads a `.safetensors` file, or a `.pt` or `.pth` file with a plain state dict.
  public static Map<String, Tensor> of(Path file) {
    String name = String.valueOf(file.getFileName());
    if (name.endsWith(".safetensors")) {
      return SafeTensors.read(file).tensors();
    }
    if (name.endsWith(".pt") || name.endsWith(".pth") || name.endsWith(".bin")) {
      return PtFile.readStateDict(file);
    }
    throw new IllegalArgumentException(
        "weights are in a .safetensors, .pt or .pth file; what is " + file + "?");
  }
}
