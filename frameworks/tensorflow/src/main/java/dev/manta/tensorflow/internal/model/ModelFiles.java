package dev.manta.tensorflow.internal.model;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.tensors.TensorHeader;
import dev.manta.tensorflow.internal.Natives;
import dev.manta.tensorflow.internal.Threads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.proto.MetaGraphDef;

/// Trained models in the files of checkpoints and SavedModels.
public final class ModelFiles {
  /// The live state with the graph for inference.
  public static final String GRAPH = "manta.tensorflow.graph";

  /// Where in a checkpoint a SavedModel is.
  public static final String WITHIN = "saved_model";

  private static final String SAVED_MODEL = "saved_model.pb";

  private ModelFiles() {}

  /// Reads what lies in a directory: a SavedModel, or a checkpoint of live state or with a
  /// SavedModel in it.
  public static TrainedModel read(Path directory) {
    if (Files.exists(directory.resolve(SAVED_MODEL))) {
      Natives.load();
      return TrainedModel.of(
          SavedModelBundle.loader(directory.toString()).withConfigProto(Threads.settings()).load());
    }
    Path graph = directory.resolve(GRAPH + ".pb");
    if (!Files.exists(graph) && Files.exists(directory.resolve(WITHIN))) {
      return read(directory.resolve(WITHIN));
    }
    if (!Files.exists(graph)) {
      throw new IllegalArgumentException(
          "there is no model in %s: register the variables with ctx.live(\"variables\", tf.variables()) and say what the graph predicts, with tf.output(name, value), or write a SavedModel with tf.export(directory)"
              .formatted(directory));
    }
    try {
      return fromCheckpoint(directory, MetaGraphDef.parseFrom(Files.readAllBytes(graph)));
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "the model in " + directory + " cannot be read: " + e, e);
    }
  }

  private static TrainedModel fromCheckpoint(Path directory, MetaGraphDef graph)
      throws IOException {
    try (Arena arena = Arena.ofShared();
        Stream<Path> files = Files.list(directory)) {
      Map<String, MemorySegment> values = new HashMap<>();
      List<Path> states =
          files.filter(file -> file.toString().endsWith(".safetensors")).sorted().toList();
      for (Path state : states) {
        values.putAll(values(state, arena));
      }
      return TrainedModel.of(graph, values);
    }
  }

  private static Map<String, MemorySegment> values(Path file, Arena arena) throws IOException {
    Map<String, MemorySegment> values = new HashMap<>();
    try (FileChannel channel = FileChannel.open(file)) {
      TensorHeader header = TensorHeader.read(channel, file.toString());
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      header
          .places()
          .forEach(
              (name, place) ->
                  values.put(name, all.asSlice(header.dataAt() + place.begin(), place.bytes())));
    }
    return values;
  }
}
