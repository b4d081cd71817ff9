package dev.manta.internal.console;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A picture that is redrawn in place; lines that stay scroll away above it.
final class LiveView implements View {
  private static final int LINES_AT_ONCE_MAX = 500;
  private static final String ESC = "\u001b[";
  private static final String BEGIN = ESC + "?2026h" + ESC + "?25l" + ESC + "?7l";
  private static final String END = ESC + "?2026l";
  private static final String RESTORE = ESC + "?25h" + ESC + "?7h";

  private final Terminal terminal;
  private final Colours colours;
  private final List<String> pending = new ArrayList<>();
  private long unshown;
  private int drawn;

  LiveView(Terminal terminal, Colours colours) {
    this.terminal = terminal;
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
    draw(picture, size, ended ? RESTORE + String.join("\n", last) + "\n" : RESTORE);
  }

  private ProgressFrame frame(Terminal.Size size) {
    return new ProgressFrame(colours, size.columns(), size.rows());
  }

  /// One write per picture, and no line is cleared before its new text is there: nothing flickers.
  private void draw(List<String> lines, Terminal.Size size, String after) {
    var text = new StringBuilder(BEGIN).append('\r');
    if (drawn > 0) {
      text.append(ESC).append(Math.min(drawn, size.rows() - 1)).append('A');
    }
    appendPending(text, size.columns());
    lines.forEach(line -> text.append(line).append(ESC).append("K\n"));
    terminal.print(text.append(ESC).append('J').append(END).append(after).toString());
    drawn = lines.size();
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
