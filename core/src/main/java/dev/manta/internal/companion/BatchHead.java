package dev.manta.internal.companion;

import dev.manta.data.Cursor;
import dev.manta.spi.json.Bind;
import java.nio.ByteBuffer;

/// What a rank is told of a batch besides its rows.
///
/// @param weight how much it counts in averages over ranks
/// @param cursor where all ranks stand behind it
record BatchHead(double weight, Cursor cursor) {
  byte[] bytes() {
    byte[] at = Bind.write(cursor).bytes();
    return ByteBuffer.allocate(Double.BYTES + Integer.BYTES + at.length)
        .putDouble(weight)
        .putInt(at.length)
        .put(at)
        .array();
  }
}
