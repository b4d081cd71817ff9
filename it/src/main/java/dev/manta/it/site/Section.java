package dev.manta.it.site;

import java.util.Arrays;

/// A group of pages in the navigation.
enum Section {
  START("", "Start"),
  TUTORIAL("docs/tutorial", "Tutorial"),
  HOW_TO("docs/how-to", "How-to guides"),
  CONCEPTS("docs/concepts", "Concepts"),
  REFERENCE("docs/reference", "Reference"),
  PROJECT("", "Project"),
  DECISIONS("docs/decisions", "Decisions");

  private final String directory;
  private final String title;

  Section(String directory, String title) {
    this.directory = directory;
    this.title = title;
  }

  /// Where its pages lie in the repository; empty for the sections of single pages.
  String directory() {
    return directory;
  }

  String title() {
    return title;
  }

  boolean hasDirectory() {
    return !directory.isEmpty();
  }

  /// The section of a page at a path in the repository.
  static Section of(String path) {
    if (path.endsWith("README.md")) {
      return START;
    }
    return Arrays.stream(values())
        .filter(section -> section.hasDirectory() && path.startsWith(section.directory + "/"))
        .findFirst()
        .orElse(PROJECT);
  }
}
