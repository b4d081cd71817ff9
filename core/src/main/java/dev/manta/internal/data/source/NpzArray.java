package dev.manta.internal.data.source;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.spi.files.StoredStream;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/// An array in a `.npz` file. One that is read to its end in one go is compared with its checksum;
/// of one that lies unpacked in a large file only ranges are ever read.
record NpzArray(String path, ZipIndex.Entry entry, NpyHeader header) {
  private static final String ENDING = ".npy";
  private static final int HEAD = 1 << 16;
  private static final int PIECE = 1 << 18;

  static NpzArray of(String path, ZipIndex.Entry entry) throws IOException {
    try (InputStream in = unpacked(path, entry)) {
      byte[] head = in.readNBytes((int) Math.min(HEAD, entry.size()));
      if (head.length == entry.size()) {
        var sum = new CRC32();
        sum.update(head);
        requireWhole(entry, sum);
      }
      String place = path + " array " + name(entry);
      return new NpzArray(path, entry, NpyHeader.parse(head, place, entry.size()));
    }
  }

  private static void requireWhole(ZipIndex.Entry entry, Checksum sum) throws IOException {
    if (sum.getValue() != entry.checksum()) {
      throw new IOException(
          "array \"" + name(entry) + "\" is damaged: its checksum is another one");
    }
  }

  private static InputStream unpacked(String path, ZipIndex.Entry entry) {
    InputStream stored = StoredStream.of(path, entry.offset(), entry.offset() + entry.stored());
    return entry.packed()
        ? new InflaterInputStream(stored, new Inflater(true), PIECE) {
          @Override
          public void close() throws IOException {
            super.close();
            inf.end();
          }
        }
        : stored;
  }

  private static String name(ZipIndex.Entry entry) {
    String name = entry.name();
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  String name() {
    return name(entry);
  }

  boolean packed() {
    return entry.packed();
  }

  long rows() {
    return header.rows();
  }

  long rowBytes() {
    return header.rowBytes();
  }

  /// Some rows, read where they lie or unpacked piece by piece.
  Column read(long from, int count, Memory memory) throws IOException {
    return header.read(from, count, bytes(memory), memory);
  }

  /// What is packed in Fortran's order is unpacked once: its rows are everywhere in it.
  private NpyHeader.Bytes bytes(Memory memory) throws IOException {
    if (entry.packed() && header.order().fortran()) {
      MemorySegment all = memory.allocate(entry.size());
      unpack(0, all);
      return (offset, into) -> into.copyFrom(all.asSlice(offset, into.byteSize()));
    }
    if (entry.packed()) {
      return this::unpack;
    }
    Location at = Location.parse(path);
    return (offset, into) -> Storages.at(at).read(at, entry.offset() + offset, into);
  }

  private void unpack(long from, MemorySegment into) throws IOException {
    byte[] piece = new byte[PIECE];
    try (var in = new CheckedInputStream(unpacked(path, entry), new CRC32())) {
      in.skipNBytes(from);
      long done = 0;
      while (done < into.byteSize()) {
        int count = in.read(piece, 0, (int) Math.min(PIECE, into.byteSize() - done));
        if (count < 0) {
          throw new IOException("array \"" + name() + "\" ends early");
        }
        MemorySegment.copy(piece, 0, into, ValueLayout.JAVA_BYTE, done, count);
        done += count;
      }
      if (from + done == entry.size()) {
        requireWhole(entry, in.getChecksum());
      }
    }
  }
}
