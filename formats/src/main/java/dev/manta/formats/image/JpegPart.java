package dev.manta.formats.image;

/// A colour of a JPEG image, while it is decoded.
final class JpegPart {
  final int id;
  final int across;
  final int down;
  final int table;
  float[] steps = new float[0];
  Huffman means = Huffman.NONE;
  Huffman waves = Huffman.NONE;
  float[][] columns = new float[0][0];
  int mean;

  /// @param sizes how many blocks of it lie beside and below each other in a unit
  JpegPart(int id, int sizes, int table) {
    this.id = id;
    this.across = sizes >> 4;
    this.down = sizes & 15;
    this.table = table & 3;
  }
}
