package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.memory.MemoryBudget;
import dev.manta.internal.data.rows.PackedBatch;
import dev.manta.internal.data.unit.BadRecordLog;
import dev.manta.internal.machine.WorkerOptions;
import dev.manta.storage.Location;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/// A data worker on the same host: a process. Its rows come through shared memory, words about them
/// through pipes.
public final class DataProcess implements DataWorker {
  private static final int SLOTS = 3;
  private static final System.Logger LOG = System.getLogger("manta.data");

  private final Process process;
  private final DataOutputStream to;
  private final DataInputStream from;
  private final List<SharedMemoryFile> slots;
  private final ConcurrentLinkedDeque<SharedMemoryFile> free;
  private volatile long askedAt = Long.MAX_VALUE;

  private DataProcess(Process process, List<SharedMemoryFile> slots) {
    this.process = process;
    this.slots = slots;
    this.free = new ConcurrentLinkedDeque<>(slots);
    this.to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  public static DataProcess start(String spec) {
    try {
      List<SharedMemoryFile> slots = new ArrayList<>();
      for (int i = 0; i < SLOTS; i++) {
        slots.add(SharedMemoryFile.make(i));
      }
      var started = new DataProcess(command().start(), slots);
      DataFrames.write(
          new DataRequest(spec, slots.stream().map(SharedMemoryFile::path).toList()), started.to);
      return started;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "a data worker cannot be started on this host: " + e, e);
    }
  }

  /// Below training in rank, so that training keeps its cores.
  private static ProcessBuilder command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String budget =
        "-D"
            + MemoryBudget.PROPERTY
            + "="
            + Long.getLong(MemoryBudget.PROPERTY, MemoryBudget.DEFAULT);
    List<String> command = new ArrayList<>();
    command.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec nice -n 5 \"$@\"", "manta-data"));
    command.addAll(List.of(java, "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(WorkerOptions.ofThisMachine());
    command.add(budget);
    command.add("-D" + Location.DIRECTORY_PROPERTY + "=" + Location.directory());
    command.addAll(List.of("-cp", ClassPath.ofProgram(), DataWorkerMain.class.getName()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  long pid() {
    return process.pid();
  }

  @Override
  public String name() {
    return "data worker " + pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public long busyNanos() {
    return Math.max(0, System.nanoTime() - askedAt);
  }

  @Override
  public Batch read(UnitAt at, BadRecordLog badRecords) throws IOException {
    SharedMemoryFile slot = free.removeFirst();
    askedAt = System.nanoTime();
    DataRequest.Answer answer;
    try {
      DataFrames.write(new DataRequest.Ask(at, slot.index()), to);
      answer = DataFrames.read(from, DataRequest.Answer.class);
    } finally {
      askedAt = Long.MAX_VALUE;
    }
    badRecords.passedOver(answer.bad());
    if (!answer.error().isEmpty()) {
      free.addFirst(slot);
      throw new MantaException(ErrorCode.USER, answer.error());
    }
    return batch(slot, answer);
  }

  /// The last slot is emptied at once: a process that can read again never waits for batches that
  /// somebody keeps.
  private Batch batch(SharedMemoryFile slot, DataRequest.Answer answer) throws IOException {
    var memory = new BatchMemory();
    MemorySegment rows = slot.bytes(answer.size());
    if (free.isEmpty()) {
      rows = memory.allocate(answer.size()).copyFrom(rows);
      free.addFirst(slot);
    } else {
      memory.whenReleased(() -> free.addFirst(slot));
    }
    return PackedBatch.read(rows, DataFrames.schema(answer.columns()), answer.rows(), memory);
  }

  @Override
  public void end() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    end();
    for (SharedMemoryFile slot : slots) {
      try {
        slot.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, slot.path() + " cannot be deleted: " + e);
      }
    }
  }
}
