package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.SourceFiles;
import java.util.List;

/// Each line of text files as column `text`; empty lines are left out.
public record TextSource(List<String> paths) implements Source {
  private static final Schema SCHEMA = Schema.of(new Field("text", Type.Scalar.TEXT));

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths);
    return Partitioned.of(new Reader(LineFiles.splits(files), new LineFiles()), files);
  }

  private static IllegalArgumentException noText(byte[] bytes, int line, int wrong) {
    return new IllegalArgumentException(
        LineFiles.noText(bytes, line, wrong)
            + ": convert the file, as with iconv -f latin1 -t utf-8");
  }

  private record Reader(List<Split> splits, LineFiles lines) implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      var texts = new ColumnBuilder(Type.Scalar.TEXT);
      lines.each(
          split,
          (bytes, from, to, where) -> {
            int wrong = Utf8Check.wrong(bytes, from, to);
            if (wrong < 0) {
              texts.add(bytes, from, to - from);
            } else {
              reading.bad(where.place(), "", noText(bytes, from, wrong));
            }
            return true;
          });
      Memory memory = reading.memory();
      return Batch.of(SCHEMA, List.of(texts.build(memory)), texts.rows(), memory);
    }
  }
}
