package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.tabular.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a checkpoint holds: a model's text as LightGBM writes it, what its features are, and how
/// far the run was.
public record ModelFiles(String text, TableSchema schema, Progress progress) {
  /// The name of the model's file.
  public static final String MODEL = "model.txt";

  private static final String PROGRESS = "progress.json";

  /// Writes them into a directory that is gone once the checkpoint is stored.
  Checkpoint write() {
    try {
      Path directory = Files.createTempDirectory("manta-lightgbm-");
      Files.writeString(directory.resolve(MODEL), text);
      Files.write(directory.resolve(TableSchema.FILE), schema.bytes());
      Files.write(directory.resolve(PROGRESS), Bind.write(progress).bytes());
      return Checkpoint.fromDirectory(directory).deleteAfterUpload();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "a checkpoint of LightGBM cannot be written: " + e, e);
    }
  }

  /// Reads what [#write] has written.
  public static ModelFiles read(Checkpoint checkpoint) {
    return checkpoint.asDirectory(ModelFiles::read);
  }

  /// The same from a directory.
  public static ModelFiles read(Path directory) {
    try {
      return new ModelFiles(
          Files.readString(directory.resolve(MODEL)),
          TableSchema.parse(Files.readAllBytes(directory.resolve(TableSchema.FILE))),
          Bind.read(
              Json.parse(Files.readAllBytes(directory.resolve(PROGRESS))),
              Progress.class,
              PROGRESS));
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "%s has no model of LightGBM, which is the files %s, %s and %s: %s"
              .formatted(directory, MODEL, TableSchema.FILE, PROGRESS, e),
          e);
    }
  }
}
