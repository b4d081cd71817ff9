package dev.manta.data;

import java.util.OptionalLong;

/// A piece of a source that is read as a whole: a row group, a range of lines, an image.
///
/// What `offset` and `length` count is the source's own business: bytes, rows, a number of a row
/// group.
///
/// @param path the file, or what stands for it
/// @param place what errors show; no other split has it
/// @param bytes about how much memory its rows take
public record Split(
    String path, String place, long offset, long length, OptionalLong rows, long bytes) {
  /// A piece whose rows are known.
  public static Split ofRows(String path, String place, long offset, long rows, long bytes) {
    return new Split(path, place, offset, rows, OptionalLong.of(rows), bytes);
  }

  /// A range of bytes, whose rows are known once it is read.
  public static Split ofBytes(String path, long offset, long length) {
    String place = offset == 0 ? path : path + " from byte " + offset;
    return new Split(path, place, offset, length, OptionalLong.empty(), length);
  }
}
