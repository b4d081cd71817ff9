package dev.manta.testkit.data;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.internal.data.source.RangeSource;
import java.nio.file.Path;
import java.util.stream.LongStream;

/// Numbers.
final class RangeSourceContractTest extends SourceContract {
  @Override
  protected SourceSample sample(Path directory) {
    return new SourceSample(
        new RangeSource(40_000),
        LongStream.range(0, 40_000).mapToObj(i -> Row.of("id", i)).toList());
  }

  @Override
  protected Source empty(Path directory) {
    return new RangeSource(0);
  }
}
