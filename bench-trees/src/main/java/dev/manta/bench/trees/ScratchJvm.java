package dev.manta.bench.trees;

import dev.manta.bench.Child;
import dev.manta.bench.Jvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// JVMs that unpack native libraries into their own directory, where they are gone with it: the
/// usual one is shared with everybody, and keeps what a process that is killed leaves behind.
final class ScratchJvm {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private ScratchJvm() {}

  /// One that runs a program in a directory, with the flags of `./manta run`.
  static Child child(Class<?> main, Path directory, List<String> arguments, String... flags) {
    List<String> command = new ArrayList<>(Jvm.launched(main, arguments));
    command.addAll(1, List.of(flags));
    command.add(1, "-Djava.io.tmpdir=" + directory);
    return new Child(command, directory, LIMIT);
  }
}
