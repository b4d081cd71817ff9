package dev.manta.testkit.journal;

import dev.manta.error.MantaException;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsStream;
import dev.manta.internal.journal.Origin;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/// A controller that writes rows until it is killed, and says which are durable.
final class MetricsChild implements MetricsListener {
  private final Semaphore inFlight;
  private long last;

  private MetricsChild(Semaphore inFlight) {
    this.inFlight = inFlight;
  }

  public static void main(String[] args) throws Exception {
    Path run = Path.of(args[0]);
    Semaphore inFlight = new Semaphore(500);
    MetricsStream stream =
        MetricsStream.open(
            new LocalStorage(), Location.of(run), run.resolve("open"), new MetricsChild(inFlight));
    MetricsRowEncoder encoder = new MetricsRowEncoder();
    byte[] metrics = "{\"loss\":0.25}".getBytes(StandardCharsets.UTF_8);
    for (long n = 1; ; n++) {
      inFlight.acquire();
      Origin origin = new Origin(1, 0, args[1], n);
      stream.append(encoder.encode(origin, new MetricsRowEncoder.Stamp(n, 0, n), metrics, ""));
    }
  }

  @Override
  public void durable(long position) {
    System.out.println(position);
    inFlight.release((int) (position - last));
    last = position;
  }

  @Override
  public void failed(MantaException cause) {
    System.out.println(cause.getMessage());
  }

  @Override
  public void warning(String message) {
    System.out.println(message);
  }

  @Override
  public boolean takenOver() {
    return false;
  }

  @Override
  public void broken(MantaException cause) {
    throw cause;
  }

  @Override
  public void deposed() {
    System.out.println("deposed");
  }
}
