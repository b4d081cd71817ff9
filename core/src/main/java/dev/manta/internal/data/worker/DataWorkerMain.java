package dev.manta.internal.data.worker;

import dev.manta.internal.data.plan.DatasetSpec;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// A process on the same host that reads and transforms units for another one, until that one is
/// gone. Rows go through shared memory, words about them through pipes.
final class DataWorkerMain {
  private DataWorkerMain() {}

  /// What functions print goes to the log, as the pipe is for rows.
  public static void main(String[] arguments) throws IOException {
    PrintStream pipe = System.out;
    System.setOut(System.err);
    var from = new DataInputStream(new BufferedInputStream(System.in));
    var to = new DataOutputStream(new BufferedOutputStream(pipe));
    DataRequest request = DataFrames.read(from, DataRequest.class);
    var way = new SharedMemoryAnswer.Way(open(request.slots()), to);
    new DataWorkerSession(from, to, (rows, bad) -> SharedMemoryAnswer.pack(rows, bad, way))
        .run(DatasetSpec.parse(request.spec()));
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
}
