package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.internal.data.arrow.ArrowStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/// Rows for another host: an answer, then the rows as one of Arrow's streams, written from where
/// they lie.
record ArrowParcel(Batch rows, ArrowStream stream, List<Long> bad, DataOutputStream to)
    implements DataSession.Parcel {
  static ArrowParcel pack(Batch rows, List<Long> bad, DataOutputStream to) {
    var stream = new ArrowStream(rows);
    return new ArrowParcel(rows.retain(), stream, bad, to);
  }

  @Override
  public void send(Errand.Ask ask) throws IOException {
    Frames.write(new Errand.Answer(rows.rows(), stream.size(), Errand.Columns.NONE, bad, ""), to);
    stream.write(to);
    to.flush();
  }

  @Override
  public void close() {
    rows.close();
  }
}
