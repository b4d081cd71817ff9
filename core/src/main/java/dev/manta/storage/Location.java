package dev.manta.storage;

import dev.manta.error.Passwords;
import java.nio.file.Path;
import java.util.Objects;

/// Where something is stored: a scheme (`file`, `mem`, `s3`, …) and a path with `/` between its
/// names.
public record Location(String scheme, String path) {
  /// Names the directory that relative paths are below, in processes that were started elsewhere
  /// than the program that they work for.
  public static final String DIRECTORY_PROPERTY = "manta.directory";

  private static final String FILE = "file";

  public Location {
    Objects.requireNonNull(scheme, "scheme");
    boolean local = scheme.equals(FILE);
    if (local && !path.startsWith("/")) {
      throw new IllegalArgumentException("a file location needs an absolute path, not " + path);
    }
    path = (local ? "/" : "") + joined(path);
  }

  /// Reads a local path or a URI such as `file:/runs`, `mem:test` or `s3://bucket/runs`. A relative
  /// path is below the directory that the program was started in, in its workers too; `~/` is the
  /// home directory.
  public static Location parse(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the storage location is blank");
    }
    int colon = schemeEnd(text);
    if (colon < 0) {
      return of(directory().resolve(home(text)));
    }
    String scheme = text.substring(0, colon);
    return new Location(scheme, withoutSlashes(scheme, text.substring(colon + 1)));
  }

  /// Where the program was started, which relative paths are below.
  public static Path directory() {
    return Path.of(System.getProperty(DIRECTORY_PROPERTY, "")).toAbsolutePath();
  }

  /// A path of this process: a relative one is below its own working directory.
  public static Location of(Path path) {
    return new Location(FILE, path.toAbsolutePath().normalize().toString());
  }

  private static int schemeEnd(String text) {
    int i = 0;
    while (i < text.length() && isSchemeCharacter(text.charAt(i))) {
      i++;
    }
    // One letter and a colon is a drive, not a scheme.
    return i > 1 && i < text.length() && text.charAt(i) == ':' ? i : -1;
  }

  private static boolean isSchemeCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  }

  private static String home(String text) {
    return text.startsWith("~/") ? System.getProperty("user.home") + text.substring(1) : text;
  }

  private static String withoutSlashes(String scheme, String rest) {
    String path = rest.startsWith("//") ? rest.substring(2) : rest;
    if (scheme.equals(FILE) && path.startsWith("localhost/")) {
      return path.substring("localhost".length());
    }
    return path;
  }

  private static String joined(String path) {
    if (isJoined(path)) {
      return path;
    }
    StringBuilder out = new StringBuilder();
    for (String name : path.split("/", -1)) {
      if (name.equals("..") || name.equals(".")) {
        throw new IllegalArgumentException("'" + name + "' in the storage location " + shown(path));
      }
      if (!name.isEmpty()) {
        out.append(out.isEmpty() ? "" : "/").append(name);
      }
    }
    return out.toString();
  }

  /// Whether no name is empty or begins with a dot: what most paths are, and quick to see.
  private static boolean isJoined(String path) {
    char before = '/';
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (before == '/' && (c == '/' || c == '.')) {
        return false;
      }
      before = c;
    }
    return before != '/';
  }

  private static String shown(String path) {
    String scheme = "at://";
    return Passwords.hidden(scheme + path).substring(scheme.length());
  }

  /// A location below this one.
  public Location resolve(String child) {
    return child.isEmpty() ? this : new Location(scheme, path + "/" + child);
  }

  /// The last name of the path.
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Whether this is on the local disk.
  public boolean isLocal() {
    return scheme.equals(FILE);
  }

  /// The file behind a local location.
  public Path localPath() {
    if (!isLocal()) {
      throw new IllegalStateException(this + " is not on the local disk");
    }
    return Path.of(path);
  }

  /// Whether this is `prefix` or below it; `runs/a` is not below `runs/ab`.
  public boolean isWithin(Location prefix) {
    return scheme.equals(prefix.scheme)
        && (prefix.path.isEmpty() || path.equals(prefix.path) || path.startsWith(prefix.below()));
  }

  /// The path from a location above this one to this one.
  public String relativeTo(Location prefix) {
    if (!isWithin(prefix)) {
      throw new IllegalArgumentException(this + " is not below " + prefix);
    }
    String rest = path.substring(prefix.path.length());
    return rest.startsWith("/") ? rest.substring(1) : rest;
  }

  private String below() {
    return path.endsWith("/") ? path : path + "/";
  }

  /// The text for people to read: without the password that an address may have.
  public String shown() {
    return Passwords.hidden(toString());
  }

  /// The text that [#parse] reads.
  @Override
  public String toString() {
    if (isLocal()) {
      return path;
    }
    return scheme.equals("mem") ? "mem:" + path : scheme + "://" + path;
  }
}
