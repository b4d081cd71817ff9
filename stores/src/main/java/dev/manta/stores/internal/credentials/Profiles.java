package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.http.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The profiles of Amazon's two files, `credentials` and `config`, as one table.
public final class Profiles {
  private final Map<String, Map<String, String>> sections;
  private final String chosen;

  private Profiles(Map<String, Map<String, String>> sections, String chosen) {
    this.sections = sections;
    this.chosen = chosen;
  }

  /// Those that the environment names, or those in the home directory; a missing file is empty.
  public static Profiles of(Environment environment) {
    Path directory = environment.home().resolve(".aws");
    Map<String, Map<String, String>> sections = new HashMap<>();
    read(file(environment, "AWS_CONFIG_FILE", directory.resolve("config")), sections);
    read(
        file(environment, "AWS_SHARED_CREDENTIALS_FILE", directory.resolve("credentials")),
        sections);
    String chosen = environment.get("AWS_PROFILE", "AWS_DEFAULT_PROFILE").orElse("default");
    return new Profiles(sections, chosen);
  }

  /// The same for who can try again when the files are just being written.
  static Profiles read(Environment environment) throws IOException {
    try {
      return of(environment);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Path file(Environment environment, String variable, Path usual) {
    return environment.get(variable).map(Path::of).orElse(usual);
  }

  private static void read(Path file, Map<String, Map<String, String>> into) {
    try {
      if (Files.isReadable(file)) {
        parse(Files.readString(file), into);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /// A later text wins over an earlier one.
  static void parse(String text, Map<String, Map<String, String>> into) {
    Map<String, String> section = new HashMap<>();
    String above = "";
    for (String line : text.lines().toList()) {
      String trimmed = line.strip();
      if (trimmed.isEmpty() || trimmed.startsWith("#") || trimmed.startsWith(";")) {
        continue;
      }
      if (trimmed.startsWith("[")) {
        section = into.computeIfAbsent(name(trimmed), _ -> new HashMap<>());
      } else {
        above = put(line, above, section);
      }
    }
  }

  /// `[profile name]` of the one file is `[name]` of the other; `[services x]` keeps its kind.
  private static String name(String header) {
    int end = header.indexOf(']');
    String inner = header.substring(1, end < 0 ? header.length() : end).strip();
    return inner.startsWith("profile ") ? inner.substring("profile ".length()).strip() : inner;
  }

  /// An indented line belongs to the setting above it: `s3.endpoint_url`.
  private static String put(String line, String above, Map<String, String> section) {
    int equals = line.indexOf('=');
    if (equals < 0) {
      return above;
    }
    String key = line.substring(0, equals).strip();
    String value = line.substring(equals + 1).strip();
    boolean nested = Character.isWhitespace(line.charAt(0)) && !above.isEmpty();
    section.put(nested ? above + "." + key : key, value);
    return nested ? above : key;
  }

  /// The profile that the environment chooses.
  public String chosen() {
    return chosen;
  }

  /// A setting of the chosen profile.
  public Optional<String> get(String key) {
    return get(chosen, key);
  }

  /// A setting of a profile.
  Optional<String> get(String profile, String key) {
    return Optional.ofNullable(sections.getOrDefault(profile, Map.of()).get(key))
        .filter(value -> !value.isBlank());
  }

  /// The endpoint that the chosen profile has for a service, or for all.
  public Optional<String> endpoint(String service) {
    Optional<String> own =
        get("services").flatMap(name -> get("services " + name, service + ".endpoint_url"));
    return own.or(() -> get(service + ".endpoint_url")).or(() -> get("endpoint_url"));
  }

  boolean has(String profile) {
    return sections.containsKey(profile);
  }
}
