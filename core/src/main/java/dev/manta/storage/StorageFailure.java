package dev.manta.storage;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Turns what the operating system says into a message with the place and the next step.
public final class StorageFailure {
  private StorageFailure() {}

  /// The exception for an operation (`write`, `read`, …) that failed at a location.
  public static MantaException of(String operation, Location at, IOException cause) {
    String message = "cannot " + operation + " " + at + ": " + explain(cause);
    return new MantaException(ErrorCode.STORAGE, message, cause);
  }

  /// Whether waiting is of no use: something is in the way that somebody has to remove.
  public static boolean isLasting(MantaException failure) {
    return failure.getCause() instanceof IOException cause
        && (cause instanceof NotDirectoryException
            || cause instanceof FileAlreadyExistsException
            || reason(cause).contains("Not a directory"));
  }

  /// Whether a disk has no more space.
  public static boolean isFull(MantaException failure) {
    return failure.getCause() instanceof IOException cause && isFull(reason(cause));
  }

  private static boolean isFull(String reason) {
    return reason.contains("No space left") || reason.contains("quota exceeded");
  }

  private static String explain(IOException cause) {
    String reason = reason(cause);
    return switch (cause) {
      case AccessDeniedException _ -> "permission denied at " + at(cause) + user();
      case NoSuchFileException _ ->
          "there is nothing at this location; check the path, or choose another storage location";
      case NotDirectoryException _ -> notDirectory(at(cause));
      case FileAlreadyExistsException _ -> notDirectory(at(cause));
      case ClosedByInterruptException _ -> "the thread was interrupted";
      default -> reason + nextStep(reason);
    };
  }

  private static String nextStep(String reason) {
    if (isFull(reason)) {
      return "; free some space there or choose another storage location";
    }
    if (reason.contains("Read-only file system")) {
      return "; choose a storage location that can be written";
    }
    if (reason.contains("Not a directory")) {
      return "; a part of the path is a file: choose another storage location";
    }
    if (reason.contains("Too many open files")) {
      return "; raise the limit on open files (ulimit -n)";
    }
    return "; check the disk and the path";
  }

  private static String notDirectory(String path) {
    return path
        + " is in the way; it is a file or directory of another kind: remove it or choose"
        + " another storage location";
  }

  private static String user() {
    return "; let user "
        + System.getProperty("user.name")
        + " use it or choose another storage location";
  }

  private static String at(IOException cause) {
    return cause instanceof FileSystemException e && e.getFile() != null ? e.getFile() : "";
  }

  private static String reason(IOException cause) {
    if (cause instanceof FileSystemException e && e.getReason() != null) {
      return e.getReason();
    }
    return String.valueOf(cause.getMessage());
  }
}
