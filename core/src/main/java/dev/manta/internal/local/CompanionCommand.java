package dev.manta.internal.local;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.companion.CompanionMain;
import dev.manta.internal.machine.Scratch;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.storage.Location;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The command line of the JVM that ranks in other languages share. They start it themselves, where
/// they need it, and add the directory of the controller's socket.
///
/// @param given the class path behind Manta's own and frameworks' jars; empty for this program's
record CompanionCommand(WorkerProgram program, List<String> given) {
  /// The variable in which ranks find it, as a JSON array.
  static final String VARIABLE = "MANTA_COMPANION";

  /// The command as a JSON array.
  String text(Optional<Path> aotCache) {
    var arguments =
        List.of(
            JvmCommand.TEMP + Scratch.temp(),
            Scratch.option(),
            "-D" + Location.DIRECTORY_PROPERTY + "=" + program.directory(),
            CompanionMain.class.getName());
    var jvm = new WorkerRuntime.Jvm(classPath(), List.of());
    List<String> command = JvmCommand.of(jvm, program.first(), aotCache, arguments);
    return new JsonArray(command.stream().map(Json::of).toList()).text();
  }

  private List<String> classPath() {
    return given.isEmpty() ? List.of(ClassPath.ofProgram().split(File.pathSeparator)) : given;
  }
}
