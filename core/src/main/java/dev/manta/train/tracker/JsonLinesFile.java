package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.Report;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.LoggedItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Writes each step, reduced over ranks, as a JSON object on a line of its own, while the run
/// continues. A resumed run continues the file; steps that are done again are there once for each
/// attempt.
public final class JsonLinesFile implements Tracker {
  private final TrackerPlace place;

  private JsonLinesFile(TrackerPlace place) {
    this.place = place;
  }

  /// Writes `reports.jsonl` in the run's own directory, and `logged.jsonl` where ranks log more
  /// than metrics.
  public static JsonLinesFile inRunDirectory() {
    return new JsonLinesFile(TrackerPlace.IN_RUN);
  }

  /// Writes files of the run's name below a directory.
  public static JsonLinesFile below(Path directory) {
    return new JsonLinesFile(TrackerPlace.below(directory));
  }

  @Override
  public Tracking open(TrackedRun run) throws IOException {
    LineFile file = LineFile.open(place.of(run, "reports.jsonl", ".jsonl"));
    try {
      var lines = new Lines(file, place.of(run, "logged.jsonl", ".logged.jsonl"));
      lines.written.missed(run).forEach(lines::report);
      return lines;
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static final class Lines implements Tracking {
    private final LineFile file;
    private final Path loggedPath;
    private @Nullable LineFile loggedFile;
    private ReportPosition written;

    Lines(LineFile file, Path loggedPath) {
      this.file = file;
      this.loggedPath = loggedPath;
      this.written = file.last().map(Lines::position).orElse(ReportPosition.START);
    }

    private static ReportPosition position(String line) {
      JsonObject last = Json.parse(line).asObject();
      return new ReportPosition(last.get("attempt").asInt(), last.get("step").asLong());
    }

    @Override
    public void report(Report report) {
      if (written.isBefore(report)) {
        try {
          file.append(line(report).text());
          written = ReportPosition.of(report);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    private static JsonObject line(Report report) {
      JsonObject.Builder line =
          JsonObject.builder()
              .put("attempt", report.attempt())
              .put("step", report.step())
              .put("at", report.at().toString())
              .put("metrics", report.metrics().toJson());
      report.checkpoint().ifPresent(name -> line.put("checkpoint", name));
      return line.build();
    }

    @Override
    public void logged(LoggedItem item) {
      try {
        LineFile open = loggedFile == null ? LineFile.open(loggedPath) : loggedFile;
        loggedFile = open;
        open.append(line(item).text());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static JsonObject line(LoggedItem item) {
      return JsonObject.builder()
          .put("attempt", item.attempt())
          .put("step", item.step())
          .put("rank", item.rank())
          .put("at", item.at().toString())
          .put("name", item.name())
          .put("kind", item.kind().toString())
          .put("location", item.location().toString())
          .build();
    }

    @Override
    public void close() throws IOException {
      LineFile open = loggedFile;
      if (open != null) {
        open.close();
      }
      file.close();
    }
  }
}
