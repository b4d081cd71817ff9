package dev.manta.spi.script;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.spi.json.Json;

/// A training function in another language, and the interpreter that is its worker. It travels as
/// its names: the interpreter reads the file itself.
///
/// @param language what the interpreter calls itself, such as `python`
/// @param file the script, as an absolute path
/// @param function a function of it, or empty where the script as a whole is what trains
/// @param config what the function is given, or what the script was started with
/// @param codeHash what identifies the code: a run that resumes with another one says so
/// @param interpreter what workers are
public record ScriptLoop(
    String language,
    String file,
    String function,
    Json config,
    String codeHash,
    WorkerRuntime.Interpreter interpreter) {
  /// The same with another config.
  public ScriptLoop config(Json other) {
    return new ScriptLoop(language, file, function, other, codeHash, interpreter);
  }
}
