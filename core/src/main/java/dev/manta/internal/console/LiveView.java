package dev.manta.internal.console;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A picture that is redrawn in place; lines that stay scroll away above it.
final class LiveView implements View {
  private static final int LINES_AT_ONCE_MAX = 500;
  private static final String ESC = "\u001b[";

  private final Terminal terminal;
  private final LivePicture drawing;
  private final Colours colours;
  private final List<String> pending = new ArrayList<>();
  private long unshown;

  LiveView(Terminal terminal, Colours colours) {
    this.terminal = terminal;
    this.drawing = new LivePicture(terminal);
    this.colours = colours;
  }

  @Override
  public void say(String line) {
    if (pending.size() < LINES_AT_ONCE_MAX) {
      pending.add(line);
    } else {
      unshown++;
    }
  }

  @Override
  public void changed(RunProgress progress, Instant now) {}

  @Override
  public void reported(RunProgress progress, Instant now) {}

  @Override
  public void tick(RunProgress progress, Instant now) {
    Terminal.Size size = terminal.size();
    draw(frame(size).lines(progress, now), size, "");
  }

  @Override
  public void close(RunProgress progress, Instant now, List<String> last) {
    Terminal.Size size = terminal.size();
    boolean ended = !last.isEmpty();
    List<String> picture = ended ? frame(size).table(progress) : frame(size).lines(progress, now);
    String restored = LivePicture.RESTORE;
    draw(picture, size, ended ? restored + String.join("\n", last) + "\n" : restored);
  }

  private ProgressFrame frame(Terminal.Size size) {
    return new ProgressFrame(colours, size.columns(), size.rows());
  }

  private void draw(List<String> lines, Terminal.Size size, String after) {
    var above = new StringBuilder();
    appendPending(above, size.columns());
    drawing.draw(above.toString(), lines, after);
  }

  /// Lines that stay are cut in rows by us, so that the terminal need not wrap them.
  private void appendPending(StringBuilder text, int columns) {
    if (unshown > 0) {
      pending.add("... " + ReadableNumbers.count(unshown, "line") + " more in the workers' logs");
    }
    for (String line : pending) {
      for (int at = 0; at == 0 || at < line.length(); at += columns) {
        text.append(line, at, Math.min(line.length(), at + columns)).append(ESC).append("K\n");
      }
    }
    pending.clear();
    unshown = 0;
  }
}
