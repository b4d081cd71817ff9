package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.testkit.python.Python;
import dev.manta.train.History;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedTable;
import dev.manta.train.logged.LoggedText;
import dev.manta.train.tracker.TensorBoard;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the tracker writes, as TensorBoard itself reads it.
class TensorBoardReadTest {
  private static final String READ =
      """
      import sys
      from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
      from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData
      events = EventAccumulator(sys.argv[1])
      events.Reload()
      for tag in sorted(events.Tags()["scalars"]):
          print(tag, [(each.step, each.value) for each in events.Scalars(tag)])
      print(events.Tensors("config/text_summary")[0].tensor_proto.string_val[0].decode())
      print(events.SummaryMetadata("config/text_summary").plugin_data.plugin_name)
      def content(tag):
          data = events.SummaryMetadata("_hparams_/" + tag).plugin_data
          assert data.plugin_name == "hparams", data
          return HParamsPluginData.FromString(data.content)
      start = content("session_start_info").session_start_info
      for name, value in sorted(start.hparams.items()):
          print(name, value.WhichOneof("kind"), getattr(value, value.WhichOneof("kind")))
      print(start.group_name, start.start_time_secs)
      print(content("session_end_info").session_end_info.status)
      """;

  private static final Instant BEGUN = Instant.ofEpochSecond(1000);

  @TempDir Path directory;

  private static Report report(int attempt, long step, double loss) {
    Metrics metrics = Metrics.of("loss", loss, "valid", Metrics.of("rows", 3));
    return new Report(attempt, 0, step, BEGUN.plusSeconds(step), metrics, Optional.empty());
  }

  private TrackedRun run() {
    return new TrackedRun(
        "id",
        "digits",
        Location.of(directory),
        directory,
        BEGUN,
        BEGUN,
        "com.acme.Digits::train",
        "{\"lr\":0.5,\"net\":{\"name\":\"small\"},\"exact\":true}",
        Map.of(),
        Map.of(),
        History.of(List.of()));
  }

  @Test
  void scalarsTextAndHyperparametersAreThere() throws Exception {
    Python.assumeHas("tensorboard");
    try (Tracker.Tracking board = TensorBoard.below(directory).open(run())) {
      board.report(report(1, 1, 1.0));
      board.report(report(1, 2, 0.5));
      board.report(report(2, 2, 0.25));
      board.state(
          new RunUpdate("digits", BEGUN.plusSeconds(9), RunStatus.FINISHED, 2, "over", List.of()));
    }
    assertThat(Python.run(READ, directory.resolve("digits")))
        .contains(
            """
            loss [(1, 1.0), (2, 0.25)]
            valid/rows [(1, 3.0), (2, 3.0)]
            ```json
            {"lr":0.5,"net":{"name":"small"},"exact":true}
            ```
            text
            exact bool_value True
            lr number_value 0.5
            net/name string_value small
            digits 1000.0
            1
            """);
  }

  private static final String READ_LOGGED =
      """
      import sys
      from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
      events = EventAccumulator(sys.argv[1])
      events.Reload()
      image = events.Images("samples")[0]
      print(image.step, image.width, image.height, image.encoded_image_string[1:4].decode())
      value = events.Histograms("weights")[0]
      histogram = value.histogram_value
      print(value.step, histogram.min, histogram.max, histogram.num, histogram.sum)
      print(histogram.bucket_limit, histogram.bucket)
      for tag in ("note", "confusion/rank-1"):
          tensor = events.Tensors(tag + "/text_summary")[0]
          print(tensor.step, tensor.tensor_proto.string_val[0].decode())
      """;

  private LoggedItem logged(String name, int rank, Logged what) {
    Location at = Location.of(directory);
    var item = new LoggedItem(at, name, 3, 1, rank, what.kind(), BEGUN);
    Storages.at(at).put(item.location(), ByteSource.of(what.stored()));
    return item;
  }

  @Test
  void whatRanksLoggedIsThere() throws Exception {
    Python.assumeHas("tensorboard");
    try (Tracker.Tracking board = TensorBoard.below(directory).open(run())) {
      board.logged(logged("samples", 0, LoggedImage.of(new float[6], 2, 3, 1)));
      board.logged(logged("weights", 0, Histogram.of(2, new double[] {0, 1, 4})));
      board.logged(logged("note", 0, new LoggedText("# no title\n<b>")));
      board.logged(logged("confusion", 1, LoggedTable.of("a", "b|c").row("x", 2)));
    }
    assertThat(Python.run(READ_LOGGED, directory.resolve("digits")))
        .contains(
            """
            3 3 2 PNG
            3 0.0 4.0 3.0 5.0
            [0.0, 2.0, 4.0] [0.0, 2.0, 1.0]
            3     # no title
                <b>
            3 |a|b\\|c|
            |---|---|
            |x|2|
            """);
  }
}
