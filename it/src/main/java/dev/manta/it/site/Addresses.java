package dev.manta.it.site;

import java.util.Locale;
import java.util.regex.Pattern;

/// Where the site has what lies at a path of the repository.
final class Addresses {
  private static final Pattern PICTURE = Pattern.compile(".*\\.(svg|png)");

  private Addresses() {}

  /// The address from the site's root: a page, a picture, a section's list, or the text of a file.
  static String of(String path) {
    if (path.equals("README.md")) {
      return "index.html";
    }
    if (path.equals("docs/README.md")) {
      return "docs.html";
    }
    if (path.endsWith(".md")) {
      String page = path.startsWith("docs/") ? path.substring(5) : path.toLowerCase(Locale.ROOT);
      return page.substring(0, page.length() - 2) + "html";
    }
    if (isPicture(path)) {
      return path.startsWith("docs/") ? path.substring(5) : path;
    }
    return isSection(path) ? path.substring(5) + "/index.html" : "source/" + path + ".html";
  }

  static boolean isPicture(String path) {
    return PICTURE.matcher(path).matches();
  }

  static boolean isSection(String path) {
    for (Section section : Section.values()) {
      if (section.hasDirectory() && section.directory().equals(path)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a link leads out of the repository.
  static boolean isElsewhere(String link) {
    return link.matches("(https?|mailto):.*");
  }

  /// The way back to the site's root from an address.
  static String up(String address) {
    return "../".repeat((int) address.chars().filter(c -> c == '/').count());
  }
}
