package dev.manta.internal.remote;

import dev.manta.internal.code.Code;
import dev.manta.internal.code.Sha256;
import dev.manta.internal.link.ResumableLink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Sends a node what it lacks of a program; the link's window is all that it takes of the network.
/// What takes long is told.
final class CodeDelivery {
  private static final int CHUNK_BYTES = 256 << 10;
  private static final Duration TELL_EVERY = Duration.ofSeconds(2);

  private final String node;
  private final ResumableLink link;
  private final Consumer<String> say;
  private final Runnable moved;
  private long sent;
  private long all;
  private long told = System.nanoTime();

  /// @param moved is run for each piece that the link has taken
  CodeDelivery(String node, ResumableLink link, Consumer<String> say, Runnable moved) {
    this.node = node;
    this.link = link;
    this.say = say;
    this.moved = moved;
  }

  void send(RemoteCode code, List<String> lacking) throws IOException, InterruptedException {
    Map<String, Long> sizes =
        code.code().entries().stream()
            .collect(Collectors.toMap(Code.Entry::sha256, Code.Entry::bytes, (one, _) -> one));
    all = lacking.stream().mapToLong(hash -> sizes.getOrDefault(hash, 0L)).sum();
    for (String hash : lacking) {
      Optional<Path> file = code.file(hash);
      if (file.isEmpty()) {
        throw new IOException("it asks for " + hash + ", which is not of this program");
      }
      requireSame(file.get(), Files.size(file.get()) == sizes.getOrDefault(hash, 0L));
      sendFile(hash, file.get());
    }
  }

  /// A file may be built anew while its program runs.
  private void requireSame(Path file, boolean same) throws IOException {
    if (!same) {
      throw new IOException(
          "%s was changed after this program had read it, so node %s cannot get the same code as the others: start the program again"
              .formatted(file, node));
    }
  }

  /// The node uses nothing before its last piece has come.
  private void sendFile(String hash, Path file) throws IOException, InterruptedException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] next = in.readNBytes(CHUNK_BYTES);
      while (true) {
        byte[] chunk = next;
        next = in.readNBytes(CHUNK_BYTES);
        boolean last = next.length == 0;
        digest.update(chunk);
        requireSame(file, !last || HexFormat.of().formatHex(digest.digest()).equals(hash));
        link.send(
            MessageBatch.write(List.of(ToNodeCodec.write(new ToNode.Chunk(hash, chunk, last)))));
        tell(chunk.length);
        if (last) {
          return;
        }
      }
    }
  }

  private void tell(int bytes) {
    sent += bytes;
    moved.run();
    if (System.nanoTime() - told > TELL_EVERY.toNanos()) {
      told = System.nanoTime();
      say.accept(
          String.format(
              Locale.ROOT,
              "sending %,d MB of code to node %s: %d %%",
              all >> 20,
              node,
              100 * sent / Math.max(1, all)));
    }
  }
}
