package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// What the file system refused, in words: some of its exceptions have only a path as their
/// message.
public final class FileErrors {
  private FileErrors() {}

  /// What happened, and where if that is known.
  public static String words(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> at(denied, "permission denied");
      case NoSuchFileException missing -> at(missing, "no such file or directory");
      case FileAlreadyExistsException there -> at(there, "there is a file of that name");
      case NotDirectoryException file -> at(file, "not a directory");
      case FileSystemException other when other.getReason() == null ->
          at(other, "the file system refused");
      default -> String.valueOf(e.getMessage());
    };
  }

  private static String at(FileSystemException e, String what) {
    return e.getFile() == null ? what : what + ": " + e.getFile();
  }
}
