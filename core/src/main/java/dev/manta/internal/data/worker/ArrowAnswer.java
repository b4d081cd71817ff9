package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.spi.arrow.ArrowStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/// Rows for another host: an answer, then the rows as one of Arrow's streams, written from where
/// they lie.
public record ArrowAnswer(Batch rows, ArrowStream stream, List<Long> bad, DataOutputStream to)
    implements DataWorkerSession.Parcel {
  public static ArrowAnswer pack(Batch rows, List<Long> bad, DataOutputStream to) {
    var stream = new ArrowStream(rows);
    return new ArrowAnswer(rows.retain(), stream, bad, to);
  }

  @Override
  public void send(DataRequest.Ask ask) throws IOException {
    DataFrames.write(
        new DataRequest.Answer(rows.rows(), stream.size(), DataRequest.Columns.NONE, bad, ""), to);
    stream.write(to);
    to.flush();
  }

  @Override
  public void close() {
    rows.close();
  }
}
