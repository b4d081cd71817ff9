package dev.manta.bench.stores;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.manta.storage.Location;
import dev.manta.stores.internal.sign.Hashes;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// What the server and the disk can do: two objects in parts of 16 MB over bare sockets, from
/// memory that was hashed before, and the same back into files, without checksums, retries and a
/// run.
public final class RawProgram {
  private static final int CONNECTIONS = 8;
  private static final int PART_MEGABYTES = 16;
  private static final int OBJECTS = 2;
  private static final byte[] PART = part();
  private static final String HASH = Hashes.sha256(PART, PART.length);

  private final URI server;
  private final String key;
  private final Path file;
  private final int parts;

  private RawProgram(URI server, String key, Path file, int parts) {
    this.server = server;
    this.key = key;
    this.file = file;
    this.parts = parts;
  }

  /// Takes a directory, a location, and how many megabytes in all.
  public static void main(String[] args) throws Exception {
    URI server = URI.create(System.getenv("AWS_ENDPOINT_URL_S3"));
    String path = "/" + Location.parse(args[1]).path();
    int megabytes = Integer.parseInt(args[2]);
    int parts = megabytes / OBJECTS / PART_MEGABYTES;
    List<RawProgram> objects = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      Path file = Path.of(args[0], "raw-" + i);
      objects.add(new RawProgram(server, path + "/raw-" + i, file, parts));
    }
    double all = (double) OBJECTS * parts * PART_MEGABYTES;
    Disk.settle();
    Disk.touchMemory();
    System.out.println("figure put " + all / seconds(objects, RawProgram::put));
    Disk.settle();
    Disk.touchMemory();
    System.out.println("figure restore " + all / seconds(objects, RawProgram::get));
  }

  private static byte[] part() {
    byte[] bytes = new byte[PART_MEGABYTES << 20];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private interface Task {
    void run(RawProgram object) throws Exception;
  }

  private static double seconds(List<RawProgram> objects, Task task) throws Exception {
    long began = System.nanoTime();
    inParallel(objects.size(), i -> task.run(objects.get(i)));
    return (System.nanoTime() - began) / 1e9;
  }

  private interface Numbered {
    void run(int number) throws Exception;
  }

  private static void inParallel(int count, Numbered task)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      List<Future<?>> pending = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        pending.add(
            threads.submit(
                () -> {
                  task.run(number);
                  return number;
                }));
      }
      for (Future<?> each : pending) {
        each.get();
      }
    }
  }

  private void put() throws IOException, InterruptedException, ExecutionException {
    RawCall begin = new RawCall(server, "POST", key, "uploads=");
    String id;
    try (var connection = new RawConnection(server)) {
      id = RawConnection.element("UploadId", connection.send(begin, new byte[0]));
    }
    String[] tags = new String[parts];
    eachPart(
        (connection, part) -> {
          String query = "partNumber=" + (part + 1) + "&uploadId=" + id;
          connection.send(new RawCall(server, "PUT", key, query).signed(HASH), PART);
          tags[part] = connection.header("etag");
        });
    try (var connection = new RawConnection(server)) {
      RawCall complete = new RawCall(server, "POST", key, "uploadId=" + id);
      connection.send(complete, RawCall.document(tags));
    }
  }

  private void get() throws IOException, InterruptedException, ExecutionException {
    try (FileChannel out = FileChannel.open(file, CREATE_NEW, WRITE)) {
      eachPart(
          (connection, part) -> {
            long from = ((long) part * PART_MEGABYTES) << 20;
            long to = from + ((long) PART_MEGABYTES << 20) - 1;
            RawCall read = new RawCall(server, "GET", key, "").range(from, to);
            connection.send(read, new byte[0], at(out, from));
          });
    }
  }

  private static RawConnection.Sink at(FileChannel out, long from) {
    var next = new AtomicLong(from);
    return (bytes, length) -> {
      ByteBuffer some = ByteBuffer.wrap(bytes, 0, length);
      while (some.hasRemaining()) {
        next.addAndGet(out.write(some, next.get()));
      }
    };
  }

  private interface PartTask {
    void run(RawConnection connection, int part) throws IOException;
  }

  private void eachPart(PartTask task) throws InterruptedException, ExecutionException {
    AtomicInteger next = new AtomicInteger();
    inParallel(
        CONNECTIONS / OBJECTS,
        _ -> {
          try (var connection = new RawConnection(server)) {
            for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
              task.run(connection, part);
            }
          }
        });
  }
}
