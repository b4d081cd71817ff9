package dev.manta.stores.internal.objects;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// One object on its way in parts. Nothing of it is visible until it is complete.
///
/// The source is read once, in order, while earlier parts are sent: so a source that counts or
/// checks what passes sees each byte once, and a file that is cut short meanwhile is an error, not
/// a crash, as it would be were it mapped.
final class PartUpload {
  private final StoreClient client;
  private final Location at;
  private final String key;
  private final String id;

  /// Says whose upload an object came from, when the answer of its completion is lost.
  private final String mark;

  private final boolean checked;
  private final Queue<byte[]> free = new ConcurrentLinkedQueue<>();

  private record Part(int number, String tag, String checksum) {}

  private PartUpload(StoreClient client, Location at, String key, String id, String mark) {
    this.client = client;
    this.at = at;
    this.key = key;
    this.id = id;
    this.mark = mark;
    this.checked = client.sendsChecksums();
  }

  static PartUpload begin(StoreClient client, Location at, String key) {
    String mark = UUID.randomUUID().toString();
    Dialect dialect = client.settings().dialect();
    Call plain =
        Call.of("write", at, "POST", key).query("uploads", "").header(dialect.own(OWNER), mark);
    Call call =
        dialect == Dialect.AMAZON
            ? plain.checked(Map.entry("x-amz-checksum-algorithm", "CRC32C"))
            : plain;
    Answer answer = client.call(call);
    if (!answer.isFine()) {
      throw Failures.of(call, answer, client.settings());
    }
    try {
      String id = answer.xml("InitiateMultipartUploadResult").get("UploadId");
      if (id.isEmpty()) {
        throw new IOException("the store began an upload without a name");
      }
      return new PartUpload(client, at, key, id, mark);
    } catch (IOException e) {
      throw Failures.of(call, e, client.settings(), 1);
    }
  }

  static final String OWNER = "manta-put";

  /// Sends all parts and completes the object; false when the upload was ended by somebody else.
  boolean send(ByteSource from) throws IOException {
    boolean done = false;
    try (SourceReader reader = new SourceReader(from)) {
      done = complete(parts(reader));
      return done;
    } finally {
      if (!done) {
        abort();
      }
    }
  }

  /// When this returns or throws, no part is under way any more: one that came later would revive
  /// an upload that was ended.
  private List<Part> parts(SourceReader reader) throws IOException {
    List<Future<Part>> pending = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        long size = PartSizes.part(reader.size());
        while (!reader.isOver()) {
          pending.add(next(reader, (int) size, pending.size() + 1, threads));
          pending.stream().filter(PartUpload::hasFailed).findFirst().ifPresent(this::get);
        }
        reader.requireEnd();
        return pending.stream().map(this::get).toList();
      } catch (IOException | RuntimeException e) {
        threads.shutdownNow();
        throw e;
      }
    }
  }

  private static boolean hasFailed(Future<Part> part) {
    return part.state() == Future.State.FAILED;
  }

  private Future<Part> next(SourceReader reader, int size, int number, ExecutorService threads)
      throws IOException {
    int mebibytes = client.mebibytes(Math.min(size, reader.size()));
    acquire(mebibytes);
    boolean handedOver = false;
    try {
      byte[] known = free.poll();
      byte[] bytes = known == null ? new byte[(int) Math.min(size, reader.size())] : known;
      Payload payload = new Payload(bytes, reader.next(bytes));
      Future<Part> part =
          threads.submit(
              () -> {
                try {
                  return put(number, payload);
                } finally {
                  release(mebibytes);
                }
              });
      handedOver = true;
      return part;
    } finally {
      if (!handedOver) {
        release(mebibytes);
      }
    }
  }

  private void release(int mebibytes) {
    client.slots().release();
    client.partMebibytes().release(mebibytes);
  }

  private Call writing() {
    return Call.of("write", at, "PUT", key);
  }

  private void acquire(int mebibytes) {
    Semaphore memory = client.partMebibytes();
    try {
      memory.acquire(mebibytes);
      try {
        client.slots().acquire();
      } catch (InterruptedException e) {
        memory.release(mebibytes);
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.interrupted(writing());
    }
  }

  private Part get(Future<Part> part) {
    try {
      return part.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.interrupted(writing());
    }
  }

  private Part put(int number, Payload payload) {
    Call plain =
        writing()
            .query("partNumber", Integer.toString(number))
            .query("uploadId", id)
            .payload(payload);
    String crc = payload.crc32c();
    Call call = checked ? plain.checked(client.settings().dialect().checksum(crc)) : plain;
    Answer answer = client.call(call);
    if (!answer.isFine()) {
      throw Failures.of(call, answer, client.settings());
    }
    client.meter().put(payload.length());
    // Only what has been sent may be written to again: who gave up may still be sending it.
    free.add(payload.bytes());
    String tag = answer.header("etag").orElse("");
    return new Part(number, tag, answer.header("x-amz-checksum-crc32c").isPresent() ? crc : "");
  }

  private boolean complete(List<Part> parts) {
    Call call =
        Call.of("write", at, "POST", key)
            .query("uploadId", id)
            .header("content-type", "application/xml")
            .payload(Payload.of(document(parts)));
    Answer answer = client.call(call);
    if (answer.isFine() && isComplete(answer)) {
      return true;
    }
    boolean ended = answer.isFine() || answer.status() == 404;
    if ((ended || answer.unsure()) && isMine()) {
      return true;
    }
    if (ended) {
      return false;
    }
    throw Failures.of(call, answer, client.settings());
  }

  private static boolean isComplete(Answer answer) {
    try {
      return answer.xml("CompleteMultipartUploadResult") != null;
    } catch (IOException e) {
      return false;
    }
  }

  /// A completion whose answer was lost is known by the object that it left.
  private boolean isMine() {
    Answer there = client.call(Call.of("write", at, "HEAD", key));
    return there.header(client.settings().dialect().own(OWNER)).filter(mark::equals).isPresent();
  }

  private static byte[] document(List<Part> parts) {
    StringBuilder out =
        new StringBuilder(
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
    for (Part part : parts) {
      out.append("<Part><PartNumber>").append(part.number()).append("</PartNumber><ETag>");
      out.append(XmlReader.escaped(part.tag())).append("</ETag>");
      if (!part.checksum().isEmpty()) {
        out.append("<ChecksumCRC32C>").append(part.checksum()).append("</ChecksumCRC32C>");
      }
      out.append("</Part>");
    }
    return out.append("</CompleteMultipartUpload>")
        .toString()
        .getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /// Also by who is interrupted. What cannot be ended now is swept by its age.
  private void abort() {
    boolean interrupted = Thread.interrupted();
    try {
      Call ending = Call.of("write", at, "DELETE", key).query("uploadId", id);
      if (interrupted) {
        client.callBriefly(ending);
      } else {
        client.call(ending);
      }
    } catch (MantaException e) {
      System.getLogger("dev.manta.stores")
          .log(System.Logger.Level.WARNING, "an upload is left to be swept: " + e.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
