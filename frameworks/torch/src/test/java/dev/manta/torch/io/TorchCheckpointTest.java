package dev.manta.torch.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.testkit.python.Python;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Curve;
import dev.manta.torch.optim.Schedule;
import dev.manta.train.Copied;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchCheckpointTest {
  private static final Moment MOMENT = new Moment(1, 1, 7, 0, false);

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  /// A training with everything that it has.
  private static final class Training {
    private final Mlp model = new Mlp(4, 8, 3);
    private final AdamW optimizer = new AdamW(model.parameters(), 0.1);
    private final Schedule schedule = Schedule.of(optimizer, Curve.step(1, 0.5));
    private final Note note = new Note();

    TorchCheckpoint checkpoint() {
      return TorchCheckpoint.of(model)
          .optimizer(optimizer)
          .and("schedule", schedule)
          .and("note", note);
    }

    void step() {
      optimizer.zeroGrad();
      Tensor loss = Losses.meanSquaredError(model.call(torch.rand(5, 4)), torch.zeros(5, 3));
      loss.backward();
      optimizer.step();
      schedule.step();
    }

    String text() {
      return Samples.texts(model.stateDict())
          + " rate "
          + schedule.rate()
          + " "
          + Samples.texts(optimizer.stateDict())
          + note.text;
    }
  }

  private static final class Note implements Copied {
    private String text = "";

    @Override
    public byte[] save() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void load(byte[] bytes) {
      text = new String(bytes, StandardCharsets.UTF_8);
    }
  }

  @Test
  void whatTwoRanksWroteContinuesAsIfNothingHadHappened() throws IOException {
    var first = trained();
    Checkpoint checkpoint = written(first, 2);
    first.step();
    var second = new Training();
    torch.manual_seed(99);
    assertThat(second.checkpoint().read(checkpoint, 0)).isEqualTo(7);
    second.step();
    assertThat(second.text()).isEqualTo(first.text()).contains("a note");
  }

  @Test
  void everyNumberOfRanksReadsWhatAnyOtherWrote() throws IOException {
    var first = trained();
    for (int ranks : new int[] {1, 2, 3, 5}) {
      Checkpoint checkpoint = written(first, ranks);
      for (int rank = 0; rank < 4; rank++) {
        var reader = new Training();
        reader.checkpoint().read(checkpoint, rank);
        assertThat(reader.text()).isEqualTo(first.text());
      }
    }
  }

  @Test
  void everyRankWritesAboutTheSame() throws IOException {
    var training = trained();
    long[] bytes = new long[2];
    for (int rank = 0; rank < 2; rank++) {
      Path share = Files.createDirectory(directory.resolve("share-" + rank));
      training.checkpoint().write(share, 7, rank, 2);
      bytes[rank] = Files.size(share.resolve("optimizer.safetensors"));
    }
    assertThat(Math.abs(bytes[0] - bytes[1])).isLessThan(500);
  }

  @Test
  void aModelThatChangedIsNamedAndNothingIsLoaded() throws IOException {
    Checkpoint checkpoint = written(trained(), 2);
    var other = new Mlp(4, 9, 3);
    String before = Samples.texts(other.stateDict()).toString();
    assertThatThrownBy(() -> TorchCheckpoint.of(other).read(checkpoint, 0))
        .hasMessageContaining("does not fit the checkpoint's model.safetensors")
        .hasMessageContaining("F32[9, 4]");
    assertThat(Samples.texts(other.stateDict()).toString()).isEqualTo(before);
  }

  @Test
  void theWeightsOfAllRanksAreOneStateDict() throws IOException {
    var training = trained();
    Checkpoint checkpoint = written(training, 3);
    assertThat(Samples.texts(Weights.of(checkpoint, "model")))
        .isEqualTo(Samples.texts(training.model.stateDict()));
  }

  @Test
  void pythonReadsTheWeightsOfACheckpoint() throws IOException {
    Python.assumeHas("safetensors");
    var training = trained();
    training.checkpoint().write(directory, 7, 0, 1);
    String printed =
        Python.run(
            """
            import sys
            from safetensors.torch import load_file
            print(load_file(sys.argv[1] + "/model.safetensors")["layers.0.bias"].shape)
            """,
            directory);
    assertThat(printed.strip()).isEqualTo("torch.Size([8])");
  }

  @Test
  void aSnapshotIsNotMistakenForOne() throws IOException {
    Files.writeString(directory.resolve("live.json"), "{}");
    assertThatThrownBy(
            () -> new Training().checkpoint().read(Checkpoint.fromDirectory(directory), 0))
        .hasMessageContaining("no training.json");
  }

  private static Training trained() {
    torch.manual_seed(5);
    var training = new Training();
    training.note.text = "a note";
    training.step();
    training.step();
    return training;
  }

  private Checkpoint written(Training training, int ranks) throws IOException {
    var root = Location.of(Files.createTempDirectory(directory, "run"));
    var store = new CheckpointStore(Storages.at(root), root);
    List<StoredPart> parts = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Path share = Files.createTempDirectory(directory, "share");
      training.checkpoint().write(share, 7, rank, ranks);
      Extent extent = ranks == 1 ? new Extent.Whole() : new Extent.Share(rank, ranks);
      var files = (LocalCheckpoint) Checkpoint.fromDirectory(share);
      parts.add(store.store("c", rank, extent, MOMENT, files));
    }
    return store.load(store.commit(parts));
  }
}
