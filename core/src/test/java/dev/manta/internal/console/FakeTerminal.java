package dev.manta.internal.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A terminal that understands as much as the live view says, and shows what a person would see.
final class FakeTerminal implements Terminal {
  private static final Pattern CODE = Pattern.compile("\u001b\\[([?]?)([0-9;]*)([A-Za-z])");

  private final List<StringBuilder> screen = new ArrayList<>();
  private Size size;
  private int row;
  private int column;
  private boolean cursor = true;
  private boolean wraps = true;

  FakeTerminal(int columns, int rows) {
    size = new Size(columns, rows);
  }

  void resize(int columns, int rows) {
    size = new Size(columns, rows);
  }

  boolean cursorIsVisible() {
    return cursor;
  }

  /// All lines, those that scrolled away included.
  String shown() {
    var text = new StringBuilder();
    screen.forEach(line -> text.append(line.toString().stripTrailing()).append('\n'));
    return text.toString().stripTrailing();
  }

  @Override
  public Size size() {
    return size;
  }

  @Override
  public void print(String text) {
    Matcher code = CODE.matcher(text);
    for (int at = 0; at < text.length(); ) {
      if (text.charAt(at) == '\u001b') {
        if (!code.find(at) || code.start() != at) {
          throw new AssertionError("not a code this terminal knows: " + text.substring(at));
        }
        obey(code);
        at = code.end();
      } else {
        put(text.charAt(at++));
      }
    }
  }

  private void obey(Matcher code) {
    String kind = code.group(1) + code.group(3);
    switch (kind) {
      case "A" -> row = Math.max(0, row - Integer.parseInt(code.group(2)));
      case "K" -> line().setLength(Math.min(column, line().length()));
      case "J" -> eraseBelow();
      case "?h", "?l" -> set(code.group(2), kind.equals("?h"));
      case "m" -> {}
      default -> throw new AssertionError("unknown code " + code.group());
    }
  }

  private void set(String mode, boolean on) {
    cursor = mode.equals("25") ? on : cursor;
    wraps = mode.equals("7") ? on : wraps;
  }

  private void eraseBelow() {
    line().setLength(Math.min(column, line().length()));
    while (screen.size() > row + 1) {
      screen.removeLast();
    }
  }

  private void put(char c) {
    switch (c) {
      case '\r' -> column = 0;
      case '\n' -> {
        row++;
        column = 0;
        line();
      }
      default -> write(c);
    }
  }

  private void write(char c) {
    if (column >= size.columns() && !wraps) {
      throw new AssertionError("wider than " + size.columns() + " columns: " + line());
    }
    while (line().length() <= column) {
      line().append(' ');
    }
    line().setCharAt(column++, c);
  }

  private StringBuilder line() {
    while (screen.size() <= row) {
      screen.add(new StringBuilder());
    }
    return screen.get(row);
  }
}
