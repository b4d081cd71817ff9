package dev.manta.dashboard.internal.inspect;

import java.util.Locale;

/// A tree of stacks as a page: each frame is as wide as its share of the samples, its callees are
/// below it. A click on a frame makes it as wide as the page; what is typed above is marked.
///
/// @param title what was recorded
record FlameGraph(String title, StackTree tree) {
  /// Frames below this share of all samples are left out: nobody could see them.
  private static final double LEAST_SHARE = 0.001;

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>$TITLE</title>
      <style>
      :root { color-scheme: light dark; font: 13px/1.4 system-ui, sans-serif; }
      body { margin: 1rem; }
      h1 { font-size: 1.1rem; }
      input { font: inherit; width: 20rem; max-width: 100%; margin-bottom: .5rem; }
      .callees { display: flex; }
      .frame { min-width: 0; }
      .frame[hidden] { display: none; }
      .frame > button {
        display: block; width: 100%; box-sizing: border-box; height: 1.4rem; padding: 0 .2rem;
        border: 1px solid Canvas; border-radius: 2px; font: 11px/1.2 ui-monospace, monospace;
        text-align: left; overflow: hidden; white-space: nowrap; color: #000; cursor: pointer;
      }
      .frame > button:focus-visible { outline: 2px solid Highlight; }
      .found > button { background: #ff5 !important; box-shadow: inset 0 0 0 2px #000; }
      </style>
      <h1>$TITLE</h1>
      <p>$COUNT samples. Each bar is as wide as its share of them; callees are below. Click a bar to enlarge it, the top one to see all again.</p>
      <input type="search" placeholder="Mark frames that contain …" aria-label="Mark frames">
      <main>$FRAMES</main>
      <script>
      const frames = [...document.querySelectorAll('.frame')];
      const enlarge = chosen => {
        for (const frame of frames) {
          const shown = frame.contains(chosen) || chosen.contains(frame);
          frame.hidden = !shown;
          frame.style.width = (frame.contains(chosen) ? 100 : frame.dataset.width) + '%';
        }
      };
      document.querySelector('main').addEventListener('click', event => {
        const button = event.target.closest('button');
        if (button) enlarge(button.parentElement);
      });
      document.querySelector('input').addEventListener('input', event => {
        const text = event.target.value.toLowerCase();
        for (const frame of frames) {
          const name = frame.firstElementChild.textContent.toLowerCase();
          frame.classList.toggle('found', text !== '' && name.includes(text));
        }
      });
      </script>
      </html>
      """;

  String html() {
    var frames = new StringBuilder();
    append(tree, 100, frames);
    return PAGE.replace("$TITLE", escaped(title))
        .replace("$COUNT", String.valueOf(tree.count()))
        .replace("$FRAMES", frames);
  }

  /// @param width in percent of the caller
  private void append(StackTree node, double width, StringBuilder out) {
    double share = 100.0 * node.count() / Math.max(1, tree.count());
    String shown = String.format(Locale.ROOT, "%.4f", width);
    out.append("<div class=\"frame\" data-width=\"").append(shown);
    out.append("\" style=\"width:").append(shown).append("%\">");
    out.append("<button style=\"background:").append(colour(node.frame()));
    String hint =
        String.format(Locale.ROOT, "%s: %d samples, %.1f %%", node.frame(), node.count(), share);
    out.append("\" title=\"").append(escaped(hint)).append("\">");
    out.append(escaped(node.frame())).append("</button><div class=\"callees\">");
    for (StackTree callee : node.callees()) {
      if (callee.count() >= LEAST_SHARE * tree.count()) {
        append(callee, 100.0 * callee.count() / node.count(), out);
      }
    }
    out.append("</div></div>");
  }

  /// Frames of one package have one colour.
  private static String colour(String frame) {
    int method = frame.lastIndexOf('.');
    int type = method < 0 ? -1 : frame.lastIndexOf('.', method - 1);
    String room = type < 0 ? frame : frame.substring(0, type);
    return "hsl(" + Math.floorMod(room.hashCode(), 360) + " 65% 75%)";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
