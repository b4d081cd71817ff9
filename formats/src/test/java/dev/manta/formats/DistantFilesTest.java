package dev.manta.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.formats.parquet.ParquetSink;
import dev.manta.formats.parquet.ParquetSource;
import dev.manta.spi.files.FilesAtOnce;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.testkit.storage.DistantStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DistantFilesTest {
  private static final int OBJECTS = 10_000;

  @TempDir Path directory;

  private byte[] parquet() throws IOException {
    Dataset.of(List.of(Row.of("x", 1L), Row.of("x", 2L)))
        .write(ParquetSink.zstd(), directory.toString());
    try (Stream<Path> files = Files.walk(directory)) {
      Path written =
          files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
      return Files.readAllBytes(written);
    }
  }

  private static DistantStorage storage(Location at) {
    return (DistantStorage) Storages.at(at);
  }

  private static void fill(Location at, byte[] bytes) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < OBJECTS; i++) {
        Location file = at.resolve(String.format(Locale.ROOT, "part-%05d.parquet", i));
        threads.execute(() -> storage(at).put(file, ByteSource.of(bytes)));
      }
    }
  }

  @Test
  void tenThousandObjectsAreListedOnceAndTheirFootersAreReadTogether() throws IOException {
    Location at = Location.parse("distant://many/digits");
    fill(at, parquet());
    DistantStorage storage = storage(at);
    storage.countAnew();

    long began = System.nanoTime();
    SourceReader reader = new ParquetSource(List.of(at.toString())).open();
    List<Split> splits = reader.splits();
    double seconds = (System.nanoTime() - began) / 1e9;

    long requests = storage.requests();
    System.out.printf(
        Locale.ROOT,
        "%,d objects of 50 ms: opened in %.2f s by %,d requests, %d at once%n",
        OBJECTS,
        seconds,
        requests,
        storage.mostAtOnce());
    assertThat(splits).hasSize(OBJECTS);
    assertThat(splits.getFirst().path()).endsWith("part-00000.parquet");
    assertThat(splits.getLast().path()).endsWith("part-09999.parquet");
    assertThat(requests).isEqualTo(1 + OBJECTS);
    assertThat(reader.splits()).isEqualTo(splits);
    assertThat(storage.requests()).isEqualTo(requests);
    assertThat(storage.mostAtOnce()).isBetween(2, FilesAtOnce.MOST);
  }
}
