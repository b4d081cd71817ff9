package dev.manta.internal.data;

import dev.manta.data.Batch;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/// Rows for a process on the same host: one block that is written to a slot in shared memory, then
/// an answer.
record SlotParcel(MemorySegment block, Lease memory, Errand.Answer answer, Way way)
    implements DataSession.Parcel {
  /// Where rows and answers go.
  record Way(List<FileChannel> slots, DataOutputStream to) {}

  static SlotParcel pack(Batch rows, List<Long> bad, Way way) {
    var memory = new Lease();
    try {
      MemorySegment block = Packed.write(rows, memory);
      Errand.Columns columns = Frames.columns(rows.schema());
      var answer = new Errand.Answer(rows.rows(), block.byteSize(), columns, bad, "");
      return new SlotParcel(block, memory, answer, way);
    } catch (RuntimeException e) {
      memory.release();
      throw e;
    }
  }

  @Override
  public void send(Errand.Ask ask) throws IOException {
    Errand.Answer said = answer;
    try {
      write(way.slots.get(ask.slot()));
    } catch (IOException e) {
      said = Errand.Answer.failed("rows cannot be handed over: " + e);
    }
    Frames.write(said, way.to);
  }

  private void write(FileChannel slot) throws IOException {
    ByteBuffer buffer = block.asByteBuffer();
    while (buffer.hasRemaining()) {
      slot.write(buffer, buffer.position());
    }
  }

  @Override
  public void close() {
    memory.release();
  }
}
