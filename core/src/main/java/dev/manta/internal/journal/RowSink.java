package dev.manta.internal.journal;

import dev.manta.spi.json.JsonBytes;

/// Takes the rows of a run.
public interface RowSink extends AutoCloseable {
  /// Takes a row, a JSON object on one line without its end; its position, counted from 1.
  long append(JsonBytes row);

  /// Makes all rows durable soon that were appended: somebody waits for that, or has no space for
  /// more. Where rows are durable once they are written, that is soon enough.
  void hurry();

  /// No more rows come: those that were appended are still written and sealed. What storage does
  /// not take then stays in the open directory and is sealed by the next start.
  @Override
  void close();
}
