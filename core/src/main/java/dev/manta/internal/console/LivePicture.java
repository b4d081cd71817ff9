package dev.manta.internal.console;

import java.util.List;
import java.util.Optional;

/// Lines that are redrawn in place; closing leaves the last ones and gives the cursor back.
public final class LivePicture implements AutoCloseable {
  private static final String ESC = "\u001b[";
  private static final String BEGIN = ESC + "?2026h" + ESC + "?25l" + ESC + "?7l";
  private static final String END = ESC + "?2026l";

  /// What gives the cursor back.
  static final String RESTORE = ESC + "?25h" + ESC + "?7h";

  private final Terminal terminal;
  private int drawn;
  private boolean closed;

  LivePicture(Terminal terminal) {
    this.terminal = terminal;
  }

  /// One on standard output, if that is a terminal that can be drawn on.
  public static Optional<LivePicture> find() {
    return SystemTerminal.find().map(LivePicture::new);
  }

  /// How many rows there are.
  public int rows() {
    return terminal.size().rows();
  }

  /// Draws these lines in place of those before.
  public void draw(List<String> lines) {
    int columns = terminal.size().columns();
    draw("", lines.stream().map(line -> TerminalLines.cut(line, columns)).toList(), "");
  }

  /// One write per picture, and no line is cleared before its new text is there: nothing flickers.
  ///
  /// @param above lines that stay, cut in rows
  /// @param after what follows the picture
  void draw(String above, List<String> lines, String after) {
    var text = new StringBuilder(BEGIN).append('\r');
    if (drawn > 0) {
      text.append(ESC).append(Math.min(drawn, terminal.size().rows() - 1)).append('A');
    }
    text.append(above);
    lines.forEach(line -> text.append(line).append(ESC).append("K\n"));
    terminal.print(text.append(ESC).append('J').append(END).append(after).toString());
    drawn = lines.size();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      terminal.print(RESTORE);
    }
  }
}
