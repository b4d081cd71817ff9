package dev.manta.formats.image;

/// One colour of an image, as decoded: its rows, which may be longer than the image is wide.
///
/// @param cover how many pixels of the image a value covers
record Plane(int[][] rows, int height, int width, Cover cover) {
  /// From left to right, and from top to bottom.
  record Cover(int across, int down) {}
}
