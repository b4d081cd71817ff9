package dev.manta.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A page as a list of things that its reader does, in order.
///
/// Commands are fences without a language, what they print is a fence of `text` after them, and a
/// file is a fence below `<!-- snippet: FILE -->`. What a reader does by hand stands in a comment
/// above a fence:
///
/// - `<!-- try: Ctrl-C after "loss" -->` once that is printed
/// - `<!-- try: keep running -->` in a first terminal; what follows is typed in a second one
/// - `<!-- try: in the first terminal -->` the text below is awaited there
/// - `<!-- try: then Ctrl-C in the first terminal -->` after these commands
/// - `<!-- try: not here: WHY -->` and the fence is left out
record TutorialPage(String name, String text) {
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?m)^(?:<!-- (?<kind>snippet|try): (?<note>.+?) -->\\n"
              + "+)?```(?<language>\\w*)\\n"
              + "(?<code>(?s:.*?))^```$");
  private static final Pattern CTRL_C = Pattern.compile("Ctrl-C after \"(.+)\"");

  /// One thing to do, or to see.
  sealed interface Step {}

  /// A file that the page shows in full, to be created.
  record Create(String file, String code) implements Step {}

  /// Commands to type, one after the other.
  record Enter(List<String> lines) implements Step {}

  /// A command during which Ctrl-C is pressed, as soon as it has printed a text.
  record TypeAndInterrupt(String line, String after) implements Step {}

  /// A command that is left running while others are typed in a second terminal.
  record KeepRunning(String line) implements Step {}

  /// Ctrl-C in the terminal where a command was left running.
  record Interrupt() implements Step {}

  /// What the last commands printed, or what the command that was left running prints.
  record See(String shown, boolean inFirstTerminal) implements Step {}

  /// A program in Python.
  record Python(String code) implements Step {}

  static TutorialPage read(String name) throws IOException {
    Path file = Sources.root().resolve("docs").resolve(name);
    return new TutorialPage(name, Files.readString(file));
  }

  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      String note = block.group("note") == null ? "" : block.group("note");
      boolean isSnippet = "snippet".equals(block.group("kind"));
      steps.addAll(
          isSnippet
              ? file(note, block.group("code"))
              : tried(note, block.group("language"), block.group("code")));
    }
    return steps;
  }

  /// A part of a file is there to be read; a whole one is created, and the page says so.
  private List<Step> file(String source, String code) {
    if (source.contains("#")) {
      return List.of();
    }
    String file = source.substring(source.lastIndexOf('/') + 1);
    if (!text.contains("Create a file `" + file + "`")) {
      throw new AssertionError(name + " does not say: Create a file `" + file + "`");
    }
    return List.of(new Create(file, code));
  }

  private List<Step> tried(String note, String language, String code) {
    if (note.startsWith("not here: ")) {
      return List.of();
    }
    return switch (language) {
      case "" -> commands(note, code.lines().filter(line -> !line.isBlank()).toList());
      case "text" -> List.of(new See(code, note.equals("in the first terminal")));
      case "python" -> List.of(new Python(code));
      default -> throw new AssertionError(name + " has a fence of " + language + " to be tried");
    };
  }

  private List<Step> commands(String note, List<String> lines) {
    Matcher interrupt = CTRL_C.matcher(note);
    if (interrupt.matches()) {
      return List.of(new TypeAndInterrupt(only(lines), interrupt.group(1)));
    }
    return switch (note) {
      case "" -> List.of(new Enter(lines));
      case "keep running" -> List.of(new KeepRunning(only(lines)));
      case "then Ctrl-C in the first terminal" -> List.of(new Enter(lines), new Interrupt());
      default -> throw new AssertionError(name + " says what nobody can try: " + note);
    };
  }

  private String only(List<String> lines) {
    if (lines.size() != 1) {
      throw new AssertionError(name + " needs one command here: " + lines);
    }
    return lines.getFirst();
  }
}
