package dev.manta.internal.machine;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files of this user in places where other users write too. A name alone says nothing there: what
/// is used or removed must be this user's, and no link.
public final class OwnFiles {
  private static final String CLOSED = "rwx------";
  private static final int OTHERS = 077;
  private static final int OTHERS_WRITE = 022;

  private static final Pattern EFFECTIVE = Pattern.compile("^Uid:\\s+\\d+\\s+(\\d+)");

  private OwnFiles() {}

  /// Looked up once.
  private static final class Known {
    static final int USER = find();

    private static int find() {
      try {
        OptionalInt user = effective(Files.readString(Path.of("/proc/self/status")));
        return user.isPresent() ? user.getAsInt() : probed();
      } catch (IOException notLinux) {
        return probed();
      }
    }

    private static int probed() {
      try {
        return ownerIn(Path.of(System.getProperty("java.io.tmpdir")));
      } catch (IOException e) {
        throw new IllegalStateException("cannot tell who this user is: " + e, e);
      }
    }
  }

  /// `Uid:` is followed by the real and the effective user, among others; some kernels say less.
  static OptionalInt effective(String status) {
    return status
        .lines()
        .map(line -> EFFECTIVE.matcher(line))
        .filter(Matcher::find)
        .mapToInt(line -> Integer.parseUnsignedInt(line.group(1)))
        .findFirst();
  }

  /// Who owns what this user makes in a directory.
  private static int ownerIn(Path directory) throws IOException {
    Path probe = Files.createTempFile(directory, "manta", null);
    try {
      return owner(probe);
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  private static int owner(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid", NOFOLLOW_LINKS);
  }

  /// File servers may give what a user makes to another one, so such a file is made beside it.
  private static boolean isMadeByMe(Path file) throws IOException {
    int owner = owner(file);
    Path around = file.toAbsolutePath().getParent();
    return owner == Known.USER || (around != null && owner == ownerIn(around));
  }

  /// Whether a file or directory is there and this user's; a link is not.
  public static boolean isMine(Path file) {
    try {
      return !Files.isSymbolicLink(file) && isMadeByMe(file);
    } catch (IOException gone) {
      return false;
    }
  }

  /// Whether a directory is this user's, and nobody else may look or write into it.
  public static boolean isPrivate(Path directory) {
    return isMineWithout(OTHERS, directory);
  }

  private static boolean isMineWithout(int permissions, Path directory) {
    try {
      int mode = (int) Files.getAttribute(directory, "unix:mode", NOFOLLOW_LINKS);
      return (mode & permissions) == 0
          && isMine(directory)
          && Files.isDirectory(directory, NOFOLLOW_LINKS);
    } catch (IOException gone) {
      return false;
    }
  }

  /// Makes a directory that only this user enters. One that is there is closed to others; one that
  /// they could write into, or that is theirs, is refused.
  public static Path privateDirectory(Path directory) throws IOException {
    try {
      return Files.createDirectory(directory, only(CLOSED));
    } catch (FileAlreadyExistsException e) {
      if (isMineWithout(OTHERS_WRITE, directory)) {
        return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(CLOSED));
      }
      throw new FileSystemException(
          directory.toString(), null, "it belongs to another user, or others can write into it");
    }
  }

  /// The permissions of what is made, whatever the umask says.
  public static FileAttribute<Set<PosixFilePermission>> only(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
