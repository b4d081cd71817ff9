package dev.manta.cluster.node;

import dev.manta.error.MantaException;
import dev.manta.internal.code.Code;
import dev.manta.internal.code.CodeStore;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.ToNode;
import dev.manta.internal.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Takes in what this node lacks of a driver's programs. Nothing is used before its hash was found
/// right.
final class CodeIntake implements AutoCloseable {
  private final Path directory;
  private final CodeStore store;
  private final OwnJars own;
  private final Consumer<FromNode> tell;
  private final Map<Integer, CompletableFuture<Code>> programs = new HashMap<>();
  private final Map<Integer, Code> waiting = new LinkedHashMap<>();
  private final Map<String, Code.Entry> wanted = new HashMap<>();
  private final Map<String, Coming> coming = new HashMap<>();

  private boolean closed;

  /// A file that is on its way.
  private record Coming(Path file, OutputStream out) {}

  CodeIntake(Path directory, CodeStore store, OwnJars own, Consumer<FromNode> tell) {
    this.directory = directory;
    this.store = store;
    this.own = own;
    this.tell = tell;
  }

  /// The code of a program, once all of it is here.
  synchronized CompletableFuture<Code> program(int number) {
    return programs.computeIfAbsent(
        number, _ -> closed ? CompletableFuture.failedFuture(lost()) : new CompletableFuture<>());
  }

  private static IOException lost() {
    return new IOException("link lost");
  }

  /// Says what is missing of a program, unless it was asked before.
  synchronized void prepare(int number, Code code) {
    if (waiting.containsKey(number) || program(number).isDone()) {
      return;
    }
    try {
      own.give(store, store.missing(code));
      List<Code.Entry> missing = store.missing(code);
      missing.forEach(entry -> wanted.putIfAbsent(entry.sha256(), entry));
      waiting.put(number, code);
      tell.accept(new FromNode.Lacks(number, missing.stream().map(Code.Entry::sha256).toList()));
      settle();
    } catch (IOException e) {
      refuse(number, "its code cannot be kept: " + e);
    }
  }

  private void refuse(int number, String why) {
    tell.accept(new FromNode.NotPrepared(number, why));
    program(number).completeExceptionally(new IOException(why));
  }

  /// Those of which everything is here.
  private void settle() throws IOException {
    for (Map.Entry<Integer, Code> each : Map.copyOf(waiting).entrySet()) {
      if (store.missing(each.getValue()).isEmpty()) {
        waiting.remove(each.getKey());
        tell.accept(new FromNode.Prepared(each.getKey()));
        program(each.getKey()).complete(each.getValue());
      }
    }
  }

  /// A piece of a file has come.
  synchronized void take(ToNode.Chunk chunk) {
    Code.Entry entry = wanted.get(chunk.sha256());
    if (entry == null) {
      throw new WireException("a piece of a file that nobody has asked for");
    }
    try {
      Coming file = coming(chunk.sha256());
      file.out().write(chunk.bytes());
      if (chunk.last()) {
        keep(entry, file);
        settle();
      }
    } catch (IOException | MantaException e) {
      List.copyOf(waiting.keySet()).forEach(number -> refuse(number, e.toString()));
    }
  }

  private Coming coming(String hash) throws IOException {
    Coming known = coming.get(hash);
    if (known == null) {
      Files.createDirectories(directory);
      Path file = Files.createTempFile(directory, "code-", CodeStore.COMING);
      known = new Coming(file, Files.newOutputStream(file));
      coming.put(hash, known);
    }
    return known;
  }

  private void keep(Code.Entry entry, Coming file) throws IOException {
    coming.remove(entry.sha256());
    file.out().close();
    try (InputStream in = Files.newInputStream(file.file())) {
      store.put(entry, in);
    } finally {
      Files.deleteIfExists(file.file());
    }
  }

  /// Forgets what has not come to its end.
  @Override
  public synchronized void close() {
    coming.values().forEach(CodeIntake::forget);
    coming.clear();
    closed = true;
    programs.values().forEach(each -> each.completeExceptionally(lost()));
  }

  private static void forget(@Nullable Coming file) {
    try {
      if (file != null) {
        file.out().close();
        Files.deleteIfExists(file.file());
      }
    } catch (IOException left) {
      System.getLogger("dev.manta.node").log(System.Logger.Level.DEBUG, "a file is left", left);
    }
  }
}
