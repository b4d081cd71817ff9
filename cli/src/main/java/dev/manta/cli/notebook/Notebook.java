package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonObject;
import dev.manta.train.Tracker;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What the cells of a notebook can show. Its methods are imported before the first cell.
public final class Notebook {
  /// A process is the kernel of one notebook.
  private static final AtomicReference<@Nullable Outputs> KERNEL = new AtomicReference<>();

  private Notebook() {}

  static void shownBy(Outputs outputs) {
    KERNEL.set(outputs);
  }

  /// Shows HTML below the cell.
  public static void html(String html) {
    show("text/html", html);
  }

  /// Shows a picture below the cell.
  ///
  /// @param svg a document, such as `grid.plot(Plot.HISTORY).svg()`
  public static void svg(String svg) {
    show("image/svg+xml", svg);
  }

  private static void show(String type, String content) {
    outputs().shown("", JsonObject.builder().put(type, content).build());
  }

  /// Draws what a run reports below the cell, while it trains: `RunConfig.named("digits")
  /// .tracker(chart())`.
  public static Tracker chart() {
    return run -> new LiveChart(outputs(), run);
  }

  private static Outputs outputs() {
    @Nullable Outputs outputs = KERNEL.get();
    if (outputs == null) {
      throw new IllegalStateException(
          "chart(), svg() and html() work in a notebook only: run manta notebook install, and"
              + " choose the kernel \"Java (Manta)\"");
    }
    return outputs;
  }
}
