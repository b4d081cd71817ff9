package dev.manta.bench.dashboard;

import dev.manta.bench.Scratch;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What somebody sees of a run with many points, in a real browser.
final class SeenPage {
  private static final String DRAWN = "document.querySelector('.chart canvas')";

  /// Moves a chart at every picture for three seconds, and counts the pictures.
  private static final String PAN =
      """
      new Promise((done) => {
        const plot = document.querySelector(".chart .plot");
        const key = (name) => plot.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
        key("+"); key("+"); key("+"); key("+");
        let frames = 0;
        let begin = 0;
        const frame = (now) => {
          begin ||= now;
          if (now - begin >= 3000) { done(1000 * frames / (now - begin)); return; }
          key(frames++ % 60 < 30 ? "ArrowRight" : "ArrowLeft");
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      })
      """;

  /// When the first chart has a picture.
  private static final String CHART =
      """
      new Promise((done) => {
        const look = () => document.querySelector(".chart canvas") ? done(performance.now()) : requestAnimationFrame(look);
        look();
      })
      """;

  private SeenPage() {}

  /// None where there is no browser.
  static Map<String, Double> figures(OpenedDashboard opened, String run)
      throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    try (var scratch = Scratch.make()) {
      Path profile = scratch.path();
      Optional<ChromiumPage> browser = ChromiumPage.open(profile);
      if (browser.isPresent()) {
        try (ChromiumPage page = browser.get()) {
          look(page, opened.dashboard().address(run), figures);
        }
      }
    }
    return figures;
  }

  private static void look(ChromiumPage page, URI address, Map<String, Double> figures)
      throws IOException, InterruptedException {
    page.visit(address);
    page.await(DRAWN);
    // A browser that has been started for this has not loaded its own parts, but knows nothing of
    // the page.
    page.forget();
    page.visit(URI.create("about:blank"));
    page.await("location.href === 'about:blank'");
    page.visit(address);
    page.await("location.href !== 'about:blank'");
    figures.put("drawn", page.evaluate(CHART).asDouble());
    page.await("performance.getEntriesByName('first-contentful-paint').length");
    String paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    figures.put("paint", page.evaluate(paint).asDouble());
    figures.put("frames", page.evaluate(PAN).asDouble());
  }
}
