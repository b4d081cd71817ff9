package dev.manta.formats.tfrecord;

import dev.manta.data.Batch;
import dev.manta.data.Sink;
import java.io.IOException;
import java.io.OutputStream;

/// Rows as TFRecord files of `Example` messages; nulls are left out.
public record TfRecordSink() implements Sink {
  @Override
  public String extension() {
    return "tfrecord";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    for (int i = 0; i < batch.rows(); i++) {
      to.write(Framing.framed(Example.write(batch.row(i))));
    }
  }
}
