package dev.manta.lightgbm.internal.run;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.train.Copied;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The model while it grows, and how far the run is: what survivors hold, so that a rank that dies
/// costs no round that was committed.
final class LiveTraining implements Copied {
  private ModelText model = new ModelText();
  private Progress progress = Progress.none();

  ModelText model() {
    return model;
  }

  Progress progress() {
    return progress;
  }

  /// Goes on from here.
  void become(ModelText newModel, Progress newProgress) {
    model = newModel;
    progress = newProgress;
  }

  /// One more round was grown, of which the text has the trees.
  void grown(String text, Progress now) {
    model.append(text);
    progress = now;
  }

  @Override
  public byte[] save() {
    byte[] head = Bind.write(progress).bytes();
    byte[] text = model.isEmpty() ? new byte[0] : model.text().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + head.length + text.length)
        .putInt(head.length)
        .put(head)
        .put(text)
        .array();
  }

  @Override
  public void load(byte[] bytes) {
    var all = ByteBuffer.wrap(bytes);
    byte[] head = new byte[all.getInt()];
    all.get(head);
    progress = Bind.read(Json.parse(head), Progress.class, "progress");
    model =
        all.hasRemaining()
            ? ModelText.parse(StandardCharsets.UTF_8.decode(all).toString())
            : new ModelText();
  }
}
