package dev.manta.internal.collective.shm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.CLibrary;
import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// The life word of this process: a robust mutex of the C library in a small file. The kernel marks
/// it early in the process's exit, long before a socket closes when much memory must be freed.
///
/// One platform thread that never ends holds it, in a mapping that is never closed: an ending
/// thread would look like a death, and a closed mapping would hide one.
public final class ProcessLife {
  static final String PREFIX = "life-";

  private static final int BYTES = 4096;
  private static final int OWNER_DIED = 1 << 30;
  private static final int ROBUST = 1;
  private static final int SHARED = 1;
  private static final Map<Path, Path> FILES = new ConcurrentHashMap<>();

  private ProcessLife() {}

  /// The file in this directory that peers map; made once per process and directory, and again if
  /// somebody has removed it.
  public static Path in(Path directory) {
    return FILES.compute(
        directory.toAbsolutePath().normalize(),
        (place, made) -> made != null && Files.exists(made) ? made : begin(place));
  }

  /// Whether the process that made the mapped file is gone.
  static boolean ended(MemorySegment word) {
    return ((int) ControlPages.INT.getVolatile(word, 0L) & OWNER_DIED) != 0;
  }

  /// Maps a peer's file.
  static MemorySegment map(Path file, Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES, arena);
    }
  }

  private static Path begin(Path directory) {
    long pid = ProcessHandle.current().pid();
    Path file = directory.resolve(PREFIX + ThisHost.fileName());
    try {
      hold(file);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "cannot make the life word of process " + pid + " in " + file, e);
    }
    return file;
  }

  private static void hold(Path file) throws IOException {
    MemorySegment mutex = create(file);
    file.toFile().deleteOnExit();
    var held = new CompletableFuture<Boolean>();
    Thread.ofPlatform().daemon().name("manta-life").start(() -> holdForever(mutex, held));
    try {
      held.join();
    } catch (CompletionException e) {
      Files.deleteIfExists(file);
      throw new IOException("a robust mutex cannot be held", e.getCause());
    }
  }

  private static MemorySegment create(Path file) throws IOException {
    makeDirectory(Objects.requireNonNull(file.getParent()));
    Files.write(file, new byte[BYTES], StandardOpenOption.CREATE_NEW);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.global());
    }
  }

  /// It is there unless somebody has removed it; nobody else may enter it then either.
  private static void makeDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory.toAbsolutePath().getParent());
      OwnFiles.privateDirectory(directory);
    }
  }

  private static void holdForever(MemorySegment mutex, CompletableFuture<Boolean> held) {
    try {
      lock(mutex);
    } catch (RuntimeException | Error e) {
      held.completeExceptionally(e);
      return;
    }
    held.complete(true);
    while (true) {
      LockSupport.park(mutex);
    }
  }

  private static void lock(MemorySegment mutex) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(64, 8);
      check((int) Calls.INIT_ATTRIBUTES.invokeExact(attributes));
      check((int) Calls.SET_ROBUST.invokeExact(attributes, ROBUST));
      check((int) Calls.SET_SHARED.invokeExact(attributes, SHARED));
      check((int) Calls.INIT.invokeExact(mutex, attributes));
      check((int) Calls.LOCK.invokeExact(mutex));
    } catch (Throwable failure) {
      throw CLibrary.rethrow(failure);
    }
  }

  private static void check(int result) {
    if (result != 0) {
      throw new IllegalStateException("the robust mutex call returned " + result);
    }
  }

  /// Looked up only where life words are used.
  private static final class Calls {
    static final FunctionDescriptor ONE = FunctionDescriptor.of(JAVA_INT, ADDRESS);
    static final FunctionDescriptor FLAG = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);
    static final FunctionDescriptor TWO = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
    static final MethodHandle INIT_ATTRIBUTES = CLibrary.handle("pthread_mutexattr_init", ONE);
    static final MethodHandle SET_ROBUST = CLibrary.handle("pthread_mutexattr_setrobust", FLAG);
    static final MethodHandle SET_SHARED = CLibrary.handle("pthread_mutexattr_setpshared", FLAG);
    static final MethodHandle INIT = CLibrary.handle("pthread_mutex_init", TWO);
    static final MethodHandle LOCK = CLibrary.handle("pthread_mutex_lock", ONE);
  }
}
