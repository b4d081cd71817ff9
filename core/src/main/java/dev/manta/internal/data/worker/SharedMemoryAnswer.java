package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.PackedBatch;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/// Rows for a process on the same host: one block that is written to a slot in shared memory, then
/// an answer.
record SharedMemoryAnswer(
    MemorySegment block, BatchMemory memory, DataRequest.Answer answer, Way way)
    implements DataWorkerSession.Parcel {
  /// Where rows and answers go.
  record Way(List<FileChannel> slots, DataOutputStream to) {}

  static SharedMemoryAnswer pack(Batch rows, List<Long> bad, Way way) {
    var memory = new BatchMemory();
    try {
      MemorySegment block = PackedBatch.write(rows, memory);
      DataRequest.Columns columns = DataFrames.columns(rows.schema());
      var answer = new DataRequest.Answer(rows.rows(), block.byteSize(), columns, bad, "");
      return new SharedMemoryAnswer(block, memory, answer, way);
    } catch (RuntimeException e) {
      memory.release();
      throw e;
    }
  }

  @Override
  public void send(DataRequest.Ask ask) throws IOException {
    DataRequest.Answer said = answer;
    try {
      write(way.slots.get(ask.slot()));
    } catch (IOException e) {
      said = DataRequest.Answer.failed("rows cannot be handed over: " + e);
    }
    DataFrames.write(said, way.to);
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
