package dev.manta.it.peers.data;

import dev.manta.formats.image.Images;
import dev.manta.it.peers.Difference;
import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Round;
import dev.manta.it.peers.Suite;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Random images that Pillow wrote: what is shown here is what Pillow shows. JPEG rounds in several
/// places, so a mean difference of one level is allowed there, and none elsewhere.
public final class ImagesSuite implements Suite {
  private static final String[] MODULES = {"PIL", "numpy"};
  private static final int CASES = 200;
  private static final double LOSSY_MEAN = 1.0;

  @Override
  public String name() {
    return "images";
  }

  @Override
  public int size() {
    return CASES;
  }

  @Override
  public Outcome run(Round round) throws IOException, InterruptedException {
    return Cases.run(round, "images.py", MODULES, ImagesSuite::compare);
  }

  static Optional<Difference> compare(String setup, JsonObject made) throws IOException {
    byte[] here =
        Images.folder(
                made.get("height").asInt(), made.get("width").asInt(), made.get("path").asText())
            .takeAll()
            .getFirst()
            .bytes("image");
    byte[] there = Files.readAllBytes(Path.of(made.get("expected").asText()));
    if (here.length != there.length) {
      return Optional.of(new Difference(setup, "bytes", here.length + "", there.length + ""));
    }
    long sum = 0;
    int worst = 0;
    for (int i = 0; i < here.length; i++) {
      sum += distance(here, there, i);
      worst = distance(here, there, i) > distance(here, there, worst) ? i : worst;
    }
    double most = made.get("lossy").asBoolean() ? LOSSY_MEAN : 0;
    String what =
        String.format(
            Locale.ROOT, "byte %d, mean difference %.3f", worst, (double) sum / here.length);
    return sum <= most * here.length
        ? Optional.empty()
        : Optional.of(
            new Difference(setup, what, (here[worst] & 255) + "", (there[worst] & 255) + ""));
  }

  private static int distance(byte[] a, byte[] b, int at) {
    return Math.abs((a[at] & 255) - (b[at] & 255));
  }
}
