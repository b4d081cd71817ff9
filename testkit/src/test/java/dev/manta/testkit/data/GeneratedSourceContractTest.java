package dev.manta.testkit.data;

import dev.manta.data.Functions;
import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.internal.data.UserFunction;
import dev.manta.internal.data.source.GeneratedSource;
import java.nio.file.Path;

/// Rows that a function makes.
final class GeneratedSourceContractTest extends SourceContract {
  @Override
  protected SourceSample sample(Path directory) {
    return new SourceSample(source(20_000), SourceSample.numbered(0, 20_000));
  }

  @Override
  protected Source empty(Path directory) {
    return source(0);
  }

  private static Source source(long rows) {
    Functions.Generator generator = GeneratedSourceContractTest::row;
    return new GeneratedSource(rows, UserFunction.of(generator));
  }

  private static Row row(long number) {
    return SourceSample.numbered((int) number, (int) number + 1).getFirst();
  }
}
