package dev.manta.internal.data;

import dev.manta.data.Batch;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that reads and transforms units for another one, until that one is gone.
final class DataWorkerMain {
  /// The lanes of an epoch, as they were asked for last.
  private record Dealt(int epoch, int count, List<Lane> lanes) {
    boolean is(UnitAt at) {
      return at.epoch() == epoch && at.lanes() == count;
    }
  }

  private final DataInputStream from;
  private final DataOutputStream to;
  private @Nullable Dealt dealt;

  private DataWorkerMain(DataInputStream from, DataOutputStream to) {
    this.from = from;
    this.to = to;
  }

  /// What functions print goes to the log, as the pipe is for rows.
  public static void main(String[] arguments) throws IOException {
    PrintStream pipe = System.out;
    System.setOut(System.err);
    new DataWorkerMain(
            new DataInputStream(new BufferedInputStream(System.in)),
            new DataOutputStream(new BufferedOutputStream(pipe)))
        .run();
  }

  private void run() throws IOException {
    Errand errand = Frames.read(from, Errand.class);
    DatasetSpec spec = DatasetSpec.parse(errand.spec());
    List<FileChannel> slots = open(errand.slots());
    try (var shop = new Workshop(spec.bad());
        var planner = new Planner(spec.plan(), shop.reading())) {
      while (true) {
        Errand.Ask ask = Frames.read(from, Errand.Ask.class);
        Frames.write(answer(ask, slots, shop, planner), to);
      }
    } catch (EOFException gone) {
      return;
    }
  }

  /// Both sides have the files open now: without names they end with the processes, however those
  /// end.
  private static List<FileChannel> open(List<String> paths) throws IOException {
    List<FileChannel> slots = new ArrayList<>();
    for (String path : paths) {
      slots.add(FileChannel.open(Path.of(path), StandardOpenOption.WRITE));
      Files.delete(Path.of(path));
    }
    return slots;
  }

  private Errand.Answer answer(
      Errand.Ask ask, List<FileChannel> slots, Workshop shop, Planner planner) {
    long bad = shop.stats().bad();
    try (Batch rows = shop.read(unit(ask.at(), planner))) {
      long size = write(rows, slots.get(ask.slot()));
      return new Errand.Answer(
          rows.rows(), size, Frames.columns(rows.schema()), shop.stats().bad() - bad, "");
    } catch (IOException e) {
      return Errand.Answer.failed("rows cannot be handed over: " + e);
    } catch (RuntimeException e) {
      return Errand.Answer.failed(e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private Unit unit(UnitAt at, Planner planner) {
    Dealt known = dealt;
    if (known == null || !known.is(at)) {
      List<Lane> lanes = Lanes.of(planner.flow(at.epoch()), at.lanes());
      known = new Dealt(at.epoch(), at.lanes(), lanes);
      dealt = known;
    }
    return known.lanes().get(at.lane()).units().get(at.unit());
  }

  private static long write(Batch rows, FileChannel slot) throws IOException {
    var memory = new Lease();
    try {
      MemorySegment block = Packed.write(rows, memory);
      ByteBuffer buffer = block.asByteBuffer();
      while (buffer.hasRemaining()) {
        slot.write(buffer, buffer.position());
      }
      return block.byteSize();
    } finally {
      memory.release();
    }
  }
}
