package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The commit that a directory's Git repository has checked out, as its files tell it.
public final class GitCommit {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{40,64}");
  private static final String BRANCH = "ref: ";
  private static final String ELSEWHERE = "gitdir: ";

  private GitCommit() {}

  /// Empty where the directory is in no repository, or one without a commit.
  public static Optional<String> of(Path directory) {
    for (Path at = directory.toAbsolutePath(); at != null; at = at.getParent()) {
      Path git = at.resolve(".git");
      if (Files.exists(git)) {
        return commit(git);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> commit(Path git) {
    try {
      Path own = Files.isDirectory(git) ? git : elsewhere(git);
      String head = text(own.resolve("HEAD"));
      return head.startsWith(BRANCH)
          ? branch(own, head.substring(BRANCH.length()))
          : Optional.of(head).filter(HASH.asMatchPredicate());
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  /// A work tree of its own has a file that says where its repository is.
  private static Path elsewhere(Path file) throws IOException {
    String place = text(file).substring(ELSEWHERE.length());
    return file.resolveSibling(place).normalize();
  }

  private static Optional<String> branch(Path own, String name) throws IOException {
    Path shared = own.resolve("commondir");
    Path all = Files.exists(shared) ? own.resolve(text(shared)).normalize() : own;
    Path branch = all.resolve(name).normalize();
    if (branch.startsWith(all) && Files.exists(branch)) {
      return Optional.of(text(branch)).filter(HASH.asMatchPredicate());
    }
    return packed(all.resolve("packed-refs"), name);
  }

  private static Optional<String> packed(Path file, String name) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.endsWith(" " + name))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .filter(HASH.asMatchPredicate())
        .findFirst();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file).strip();
  }
}
