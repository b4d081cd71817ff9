package dev.manta.internal.companion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Condition;
import dev.manta.data.Cursor;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.companion.CompanionRequest.Exchanged;
import dev.manta.internal.companion.CompanionRequest.OpenCheckpoint;
import dev.manta.internal.companion.CompanionRequest.OpenShard;
import dev.manta.internal.companion.CompanionRequest.StoreFile;
import dev.manta.internal.companion.CompanionRequest.StorePart;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CompanionTest {
  private static final String TOKEN = "of this run";
  private static final Duration NEVER = Duration.ofDays(1);

  @TempDir Path directory;
  private Path door;
  private CompanionDoor companion;

  @BeforeEach
  void open() throws IOException {
    door = Files.createDirectory(directory.resolve("door"));
    Files.writeString(door.resolve("token"), TOKEN);
    companion = CompanionDoor.open(door);
  }

  @AfterEach
  void close() throws IOException {
    companion.close();
  }

  private Caller call(CompanionRequest request) throws IOException {
    return Caller.of(door, TOKEN, request);
  }

  private static OpenShard shard(Dataset dataset, int rank, int ranks) {
    String text = dataset.spec(DataConfig.split()).text();
    return new OpenShard("train", text, rank, ranks, 2, false);
  }

  private static Cursor opened(Caller caller) throws IOException {
    return ((CompanionAnswer.Opened) caller.next().answer()).cursor();
  }

  private static long[] ids(Caller caller, Caller.Frame frame) throws IOException {
    try (Batch batch = caller.rows(frame)) {
      return batch.longs("id");
    }
  }

  @Test
  void aPassComesInBatchesAndItsEnd() throws IOException {
    try (Caller caller = call(shard(Dataset.range(10), 0, 1))) {
      caller.begin(BatchOptions.rows(4), opened(caller));
      List<Integer> rows = new ArrayList<>();
      Caller.Frame frame = caller.next();
      for (; frame.kind() == 3; frame = caller.next()) {
        rows.add(ids(caller, frame).length);
        assertThat(frame.weight()).isEqualTo(rows.getLast().doubleValue());
        assertThat(frame.cursor().position()).isEqualTo(rows.size());
      }
      assertThat(rows).containsExactly(4, 4, 2);
      assertThat(frame.cursor().done()).isTrue();
    }
  }

  @Test
  void theNextPassBeginsOverTheSameConnection() throws IOException {
    try (Caller caller = call(shard(Dataset.range(3), 0, 1))) {
      caller.begin(BatchOptions.rows(4), opened(caller));
      caller.next();
      Cursor end = caller.next().cursor();
      caller.begin(BatchOptions.rows(4), end);
      assertThat(ids(caller, caller.next())).hasSize(3);
      assertThat(caller.next().cursor().epoch()).isEqualTo(1);
    }
  }

  @Test
  void aRankResumesBehindTheLastBatchOverANewConnection() throws IOException {
    OpenShard shard = shard(Dataset.range(10), 0, 1);
    long[] first;
    Cursor behind;
    try (Caller caller = call(shard)) {
      caller.begin(BatchOptions.rows(4), opened(caller));
      Caller.Frame frame = caller.next();
      first = ids(caller, frame);
      behind = frame.cursor();
    }
    try (Caller caller = call(shard)) {
      opened(caller);
      caller.begin(BatchOptions.rows(100), behind);
      long[] rest = ids(caller, caller.next());
      assertThat(LongStream.concat(LongStream.of(first), LongStream.of(rest)))
          .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 10).boxed().toList());
    }
  }

  @Test
  void ranksThatCannotCountTheirRowsAreAskedToTellEachOther() throws IOException {
    Dataset some = Dataset.range(10).where(Condition.less("id", 1));
    try (Caller zero = call(shard(some, 0, 2));
        Caller one = call(shard(some, 1, 2))) {
      zero.begin(BatchOptions.rows(4), opened(zero));
      one.begin(BatchOptions.rows(4), opened(one));
      Exchanged all = new Exchanged(new long[][] {zero.next().numbers(), one.next().numbers()});
      zero.send(all);
      one.send(all);
      assertThat(List.of(zero.next().weight(), one.next().weight()))
          .describedAs("the rank without rows keeps in step")
          .containsExactlyInAnyOrder(1.0, 0.0);
    }
  }

  @Test
  void whatCannotBeReadIsRefusedWithTheReason() throws IOException {
    try (Caller caller = call(shard(Dataset.csv("/no/such/file.csv"), 0, 1))) {
      Caller.Frame frame = caller.next();
      if (frame.answer() instanceof CompanionAnswer.Opened(Cursor start)) {
        caller.begin(BatchOptions.rows(4), start);
        frame = caller.next();
      }
      assertThat(frame.answer())
          .isInstanceOfSatisfying(
              CompanionAnswer.Refused.class,
              refused -> assertThat(refused.why()).contains("/no/such/file.csv"));
    }
  }

  @Test
  void aCallerWithoutTheTokenIsToldNothing() throws IOException {
    try (Caller caller = Caller.of(door, "guessed", shard(Dataset.range(10), 0, 1))) {
      assertThatThrownBy(caller::next).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void itStaysWhileARankIsConnectedAndEndsWithTheRun() throws Exception {
    Thread life = Thread.ofVirtual().start(this::awaitIdle);
    try (Caller caller = call(shard(Dataset.range(1), 0, 1))) {
      opened(caller);
      Files.delete(door.resolve("token"));
      assertThat(life.join(Duration.ofMillis(600))).isFalse();
    }
    assertThat(life.join(Duration.ofSeconds(20))).isTrue();
  }

  private void awaitIdle() {
    try {
      companion.awaitIdle(NEVER);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private StorePart part(Path files) {
    return new StorePart(
        directory.resolve("run/checkpoints").toString(),
        "checkpoint-000001-attempt-1",
        0,
        new Extent.Whole(),
        new Moment(1, 1, 7, 0, false),
        files.toString(),
        Map.of("dataset.train", "here"));
  }

  @Test
  void filesAreStoredAsAPartAndFetchedAgain() throws IOException {
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("model"), "weights");
    String location = directory.resolve("run/checkpoints/checkpoint-000001-attempt-1").toString();
    try (Caller storing = call(part(files))) {
      var stored = (CompanionAnswer.Stored) storing.next().answer();
      assertThat(stored.part().files()).hasSize(1);
      assertThat(stored.part().metadata()).containsEntry("dataset.train", "here");
    }
    try (Caller opening = call(new OpenCheckpoint(location))) {
      var opened = (CompanionAnswer.Fetched) opening.next().answer();
      assertThat(Path.of(opened.directory()).resolve("model")).hasContent("weights");
    }
  }

  @Test
  void filesThatAreGoneAreRefusedAndNotStored() throws IOException {
    try (Caller storing = call(part(directory.resolve("deleted")))) {
      assertThat(storing.next().answer())
          .isInstanceOfSatisfying(
              CompanionAnswer.Refused.class,
              refused -> assertThat(refused.why()).contains("deleted"));
    }
  }

  @Test
  void aFileIsStoredInPlaceOfWhatWasThere() throws IOException {
    Path file = Files.writeString(directory.resolve("logged"), "first");
    Path target = directory.resolve("run/media/note/000000000001-1-0.txt");
    for (String text : List.of("first", "second")) {
      Files.writeString(file, text);
      try (Caller storing = call(new StoreFile(target.toString(), file.toString()))) {
        assertThat(storing.next().answer())
            .isEqualTo(new CompanionAnswer.StoredAt(target.toString()));
      }
      assertThat(target).hasContent(text);
    }
  }
}
