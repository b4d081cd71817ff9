package dev.manta.testkit.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.Condition;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.source.RangeSource;
import dev.manta.testkit.mutant.SuiteRun;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The suite finds sources that break a promise.
class SourceMutantsTest {
  @ParameterizedTest
  @CsvSource({
    "LosesASplit, theSplitsHaveEveryRowOnceAndInOrder",
    "PassesOverTooMuch, everyRowThatMeetsAConditionIsGivenAndNoSplitThatIsNotThere",
    "KeepsBatches, memoryIsGivenBackWhenBatchesAreClosed",
    "ChangesItsMind, aSplitHasTheSameRowsWheneverAndByWhomeverItIsRead"
  })
  void aBrokenPromiseIsFound(String mutant, String test) throws ClassNotFoundException {
    Class<?> suite = Class.forName(SourceMutantsTest.class.getName() + "$" + mutant);
    assertThat(SuiteRun.fails(suite, test)).isTrue();
    assertThat(SuiteRun.fails(suite, "aSplitThatAnnouncesItsRowsHasSoMany")).isFalse();
  }

  /// A range whose reader is another one.
  abstract static class RangeContract extends SourceContract {
    private static final long ROWS = 20_000;

    abstract SourceReader changed(SourceReader reader);

    @Override
    protected SourceSample sample(Path directory) {
      Source source = () -> changed(new RangeSource(ROWS).open());
      return new SourceSample(
          source, LongStream.range(0, ROWS).mapToObj(i -> Row.of("id", i)).toList());
    }

    @Override
    protected Source empty(Path directory) {
      return new RangeSource(0);
    }
  }

  /// A reader as good as another.
  private static class Passed implements SourceReader {
    private final SourceReader reader;

    Passed(SourceReader reader) {
      this.reader = reader;
    }

    @Override
    public List<Split> splits() {
      return reader.splits();
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      return reader.read(split, wanted, reading);
    }
  }

  static final class LosesASplit extends RangeContract {
    @Override
    SourceReader changed(SourceReader reader) {
      return new Passed(reader) {
        @Override
        public List<Split> splits() {
          return super.splits().subList(1, super.splits().size());
        }
      };
    }
  }

  static final class PassesOverTooMuch extends RangeContract {
    @Override
    SourceReader changed(SourceReader reader) {
      return new Passed(reader) {
        @Override
        public List<Split> splits(List<Condition> conditions) {
          return splits().subList(0, 1);
        }
      };
    }
  }

  static final class KeepsBatches extends RangeContract {
    @Override
    SourceReader changed(SourceReader reader) {
      return new Passed(reader) {
        @Override
        public Batch read(Split split, Wanted wanted, Reading reading) {
          return super.read(split, wanted, reading).retain();
        }
      };
    }
  }

  /// Gives other rows when it is asked again.
  static final class ChangesItsMind extends RangeContract {
    @Override
    SourceReader changed(SourceReader reader) {
      return new Passed(reader) {
        private long shift;

        @Override
        public Batch read(Split split, Wanted wanted, Reading reading) {
          shift++;
          var other =
              Split.ofRows(split.path(), split.place(), split.offset() + shift, split.length(), 1);
          return super.read(other, wanted, reading);
        }
      };
    }
  }
}
