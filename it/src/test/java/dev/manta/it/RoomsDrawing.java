package dev.manta.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `docs/rooms.puml` says: `[room] <<package>>`, and `[room] --> [room]` for who may use whom.
/// A dotted arrow is that of a public room to what is behind it, which uses its types in turn: it
/// is not part of a circle.
///
/// @param packages rooms by their packages
/// @param plain arrows that must not make a circle
record RoomsDrawing(Map<String, String> packages, Set<Arrow> plain, Set<Arrow> dotted) {
  private static final Pattern ROOM = Pattern.compile("\\[([^]]+)]((?: <<[^>]+>>)+)");
  private static final Pattern PACKAGE = Pattern.compile("<<([^>]+)>>");
  private static final Pattern ARROW = Pattern.compile("\\[([^]]+)] (--|\\.\\.)> \\[([^]]+)]");

  record Arrow(String from, String to) implements Comparable<Arrow> {
    @Override
    public int compareTo(Arrow other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return "[" + from + "] --> [" + to + "]";
    }
  }

  static RoomsDrawing read(Path file) {
    var drawing = new RoomsDrawing(new TreeMap<>(), new TreeSet<>(), new TreeSet<>());
    try (var lines = Files.lines(file)) {
      lines.forEach(drawing::line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return drawing;
  }

  private void line(String line) {
    Matcher room = ROOM.matcher(line);
    if (room.matches()) {
      PACKAGE
          .matcher(room.group(2))
          .results()
          .forEach(one -> packages.put(one.group(1), room.group(1)));
    }
    Matcher arrow = ARROW.matcher(line);
    if (arrow.matches()) {
      Set<Arrow> arrows = arrow.group(2).equals("--") ? plain : dotted;
      arrows.add(new Arrow(arrow.group(1), arrow.group(3)));
    }
  }

  Set<Arrow> arrows() {
    Set<Arrow> all = new TreeSet<>(plain);
    all.addAll(dotted);
    return all;
  }

  /// The room of a package.
  Optional<String> room(String name) {
    return Optional.ofNullable(packages.get(name));
  }

  /// Arrows whose rooms can be reached in turn from each other.
  List<Arrow> circles() {
    List<Arrow> all = new ArrayList<>();
    for (Arrow arrow : plain) {
      if (leadsBack(arrow)) {
        all.add(arrow);
      }
    }
    return all;
  }

  /// Whether the room at an arrow's end uses, at last, the room at its start.
  boolean leadsBack(Arrow arrow) {
    return reaches(arrow.to(), arrow.from(), new HashSet<>());
  }

  private boolean reaches(String from, String to, Set<String> seen) {
    return from.equals(to)
        || (seen.add(from)
            && plain.stream()
                .filter(arrow -> arrow.from().equals(from))
                .anyMatch(arrow -> reaches(arrow.to(), to, seen)));
  }
}
