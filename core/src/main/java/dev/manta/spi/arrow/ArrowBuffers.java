package dev.manta.spi.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Type;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayList;
import java.util.List;

/// The body of a record batch: each column's buffers, as if its rows were the first ones.
final class ArrowBuffers {
  private static final int ALIGNMENT = 64;
  private static final int PIECE = 256 << 10;
  private static final int CHANNEL_PIECE = 1 << 30;

  private final List<long[]> nodes = new ArrayList<>();
  private final List<long[]> places = new ArrayList<>();
  private final List<MemorySegment> buffers = new ArrayList<>();
  private long size;

  ArrowBuffers(Batch batch) {
    batch.columns().forEach(this::add);
  }

  /// Rows and nulls of each column.
  List<long[]> nodes() {
    return nodes;
  }

  /// Where each buffer is, and its length.
  List<long[]> places() {
    return places;
  }

  long size() {
    return size;
  }

  private void add(Column column) {
    nodes.add(new long[] {column.rows(), nulls(column)});
    add(column.validity().map(bits -> bits(bits, column)).orElse(MemorySegment.NULL));
    if (column.type() == Type.Scalar.BOOL) {
      add(bits(column.bits(), column));
    } else if (column.type() instanceof Type.ListOf) {
      add(offsets(column));
      int from = column.offset(0);
      add(column.elements().slice(from, column.offset(column.rows()) - from));
    } else if (column.type().isVariable()) {
      add(offsets(column));
      int from = column.offset(0);
      add(column.bytes().asSlice(from, (long) column.offset(column.rows()) - from));
    } else {
      add(ArrowTypes.isCoarse(column.type()) ? narrow(column) : column.segment());
    }
  }

  private static long nulls(Column column) {
    long nulls = 0;
    for (int i = 0; i < column.rows() && column.hasNulls(); i++) {
      nulls += column.isNull(i) ? 1 : 0;
    }
    return nulls;
  }

  private void add(MemorySegment buffer) {
    places.add(new long[] {size, buffer.byteSize()});
    buffers.add(buffer);
    size = Math.ceilDiv(size + buffer.byteSize(), ALIGNMENT) * ALIGNMENT;
  }

  private static MemorySegment bits(MemorySegment all, Column column) {
    MemorySegment own = MemorySegment.ofArray(new byte[(int) Bits.bytes(column.rows())]);
    Bits.copy(all, column.firstBit(), own, 0, column.rows());
    return own;
  }

  private static MemorySegment narrow(Column column) {
    MemorySegment own = MemorySegment.ofArray(new byte[column.rows() * Integer.BYTES]);
    for (int i = 0; i < column.rows(); i++) {
      own.setAtIndex(JAVA_INT_UNALIGNED, i, (int) column.wholeAt(i));
    }
    return own;
  }

  private static MemorySegment offsets(Column column) {
    int[] offsets = new int[column.rows() + 1];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = column.offset(i) - column.offset(0);
    }
    MemorySegment own = MemorySegment.ofArray(new byte[offsets.length * Integer.BYTES]);
    MemorySegment.copy(offsets, 0, own, JAVA_INT_UNALIGNED, 0, offsets.length);
    return own;
  }

  void write(OutputStream to) throws IOException {
    byte[] piece = new byte[(int) Math.min(PIECE, size)];
    for (MemorySegment buffer : buffers) {
      for (long from = 0; from < buffer.byteSize(); from += piece.length) {
        int count = (int) Math.min(piece.length, buffer.byteSize() - from);
        MemorySegment.copy(buffer, JAVA_BYTE, from, piece, 0, count);
        to.write(piece, 0, count);
      }
      to.write(new byte[(int) Math.floorMod(-buffer.byteSize(), (long) ALIGNMENT)]);
    }
  }

  /// Writes from where the columns lie.
  void write(GatheringByteChannel to) throws IOException {
    ByteBuffer[] all = pieces();
    long left = size;
    int first = 0;
    while (left > 0) {
      left -= to.write(all, first, all.length - first);
      while (first < all.length && !all[first].hasRemaining()) {
        first++;
      }
    }
  }

  private ByteBuffer[] pieces() {
    List<ByteBuffer> all = new ArrayList<>();
    for (MemorySegment buffer : buffers) {
      for (long from = 0; from < buffer.byteSize(); from += CHANNEL_PIECE) {
        long count = Math.min(CHANNEL_PIECE, buffer.byteSize() - from);
        all.add(buffer.asSlice(from, count).asByteBuffer());
      }
      all.add(ByteBuffer.allocate((int) Math.floorMod(-buffer.byteSize(), (long) ALIGNMENT)));
    }
    return all.toArray(ByteBuffer[]::new);
  }
}
