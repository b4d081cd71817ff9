package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.cluster.Resources;
import dev.manta.data.Dataset;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.runs.StreamPrograms.Config;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// A run over a stream whose number of workers changes in the middle of an epoch, from 2 to 3 and
/// back, uses every row once.
class StreamResizeTest extends TrainingTest {
  @Test
  void everyRowOfADatasetIsUsedOnceInTheEpochInWhichTheSizeChanges() throws IOException {
    check(StreamPrograms::dataset);
  }

  @Test
  void everySampleOfAnIterableIsUsedOnceInTheEpochInWhichTheSizeChanges() throws IOException {
    check(StreamPrograms::iterable);
  }

  private void check(TrainLoop<Config> loop) throws IOException {
    Path out = Files.createDirectories(directory.resolve("rows"));
    Path run = directory.resolve("runs").resolve("stream");
    Result result =
        TorchTrainer.of(loop, new Config(out.toString(), run.resolve("control").toString()))
            .scaling(workers())
            .run(runs.settings("stream").listener(new Sizes(run)))
            .dataset("train", Dataset.range(StreamPrograms.ROWS).repartition(8).shuffle(1))
            .fit();
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(files(out, "rows-0-*")).as("who took part in the first epoch").hasSize(2 + 3 + 2);
    for (int epoch = 0; epoch < StreamPrograms.EPOCHS; epoch++) {
      assertThat(rows(out, epoch))
          .as("rows of epoch " + epoch)
          .containsExactlyElementsOf(LongStream.range(0, StreamPrograms.ROWS).boxed().toList());
    }
  }

  private static ScalingConfig workers() {
    return ScalingConfig.workers(2, 3).perWorker(Resources.cpus(1000));
  }

  private static List<Path> files(Path out, String names) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(out, names)) {
      found.forEach(files::add);
    }
    return files;
  }

  /// What all ranks of all attempts have used, in order.
  private static List<Long> rows(Path out, int epoch) throws IOException {
    List<Long> rows = new ArrayList<>();
    for (Path file : files(out, "rows-" + epoch + "-*")) {
      for (String row : Files.readString(file).split("\\s+", -1)) {
        if (!row.isEmpty()) {
          rows.add(Long.parseLong(row));
        }
      }
    }
    return rows.stream().sorted().toList();
  }

  /// Asks for another size in each attempt.
  private static final class Sizes implements RunListener {
    private static final List<Integer> NEXT = List.of(3, 2);

    private final Path run;
    private int asked;

    Sizes(Path run) {
      this.run = run;
    }

    @Override
    public void report(Report report) {
      if (report.attempt() == asked + 1 && asked < NEXT.size()) {
        Manta.local().scale(run.toString(), NEXT.get(asked++));
      }
    }
  }
}
