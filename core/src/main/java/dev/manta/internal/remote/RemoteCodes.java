package dev.manta.internal.remote;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.PackedCode;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.code.SourceFolder;
import dev.manta.internal.local.WorkerProgram;
import dev.manta.internal.machine.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// The code of this process's programs, each packed once. Manta's own and frameworks' comes first,
/// as workers start from a cache of it.
final class RemoteCodes {
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<List<Path>, RemoteCode> packed = new ConcurrentHashMap<>();

  /// That of this program as its class loader sees it.
  RemoteCode ofProgram() {
    return of(ClassPath.ofUser(ProgramLoader.current()));
  }

  /// That of workers. What interpreters read is packed as jars are, behind the class path of this
  /// program, which the JVM beside them has.
  RemoteCode of(WorkerRuntime runtime) {
    return switch (runtime) {
      case WorkerRuntime.Jvm jvm -> of(jvm.classPath());
      case WorkerRuntime.Interpreter interpreter -> of(interpreter);
    };
  }

  private RemoteCode of(WorkerRuntime.Interpreter interpreter) {
    List<String> entries = new ArrayList<>(ClassPath.ofUser(ProgramLoader.current()));
    for (WorkerRuntime.Folder folder : interpreter.folders()) {
      var files = new SourceFolder(Path.of(folder.directory()), folder.ending());
      try {
        entries.add(files.jar(UserCache.directory()).toString());
      } catch (IOException e) {
        throw new MantaException(
            ErrorCode.USER,
            "%s cannot be sent to other nodes: %s".formatted(folder.directory(), e.getMessage()),
            e);
      }
    }
    return of(entries);
  }

  /// That of a class path, in front of which Manta's own is put.
  RemoteCode of(List<String> classPath) {
    List<Path> first = WorkerProgram.ofThisProcess().first();
    return packed.computeIfAbsent(
        entries(first, classPath),
        entries -> new RemoteCode(numbers.getAndIncrement(), pack(entries), first.size()));
  }

  /// An empty entry would be the directory that this process runs in, whatever lies there.
  private static List<Path> entries(List<Path> first, List<String> classPath) {
    List<Path> entries = new ArrayList<>(first);
    Stream<Path> rest =
        classPath.stream().filter(entry -> !entry.isEmpty()).map(Path::of).filter(Files::exists);
    rest.filter(entry -> !entries.contains(entry)).forEach(entries::add);
    return entries;
  }

  /// All so far, in the order of their numbers.
  List<RemoteCode> all() {
    return packed.values().stream().sorted(Comparator.comparingInt(RemoteCode::number)).toList();
  }

  private static PackedCode pack(List<Path> entries) {
    try {
      return PackedCode.of(entries, UserCache.directory());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "this program's code cannot be read, to be sent to nodes: " + e, e);
    }
  }
}
