package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tabular.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files of a model: its text, and what its features are.
public final class ModelFiles {
  /// The name of the model's file in checkpoints.
  public static final String MODEL = "model.txt";

  private ModelFiles() {}

  /// Writes them into a directory that is gone once the checkpoint is stored.
  static Checkpoint write(String text, TableSchema schema) {
    try {
      Path directory = Files.createTempDirectory("manta-lightgbm-");
      Files.writeString(directory.resolve(MODEL), text);
      Files.write(directory.resolve(TableSchema.FILE), schema.bytes());
      return Checkpoint.fromDirectory(directory).deleteAfterUpload();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "a checkpoint of LightGBM cannot be written: " + e, e);
    }
  }
}
