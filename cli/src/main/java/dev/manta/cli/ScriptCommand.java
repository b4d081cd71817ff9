package dev.manta.cli;

import dev.manta.Result;
import dev.manta.python.PythonTrainer;
import dev.manta.python.ray.RayScript;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.RunStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// A Python script as it is typed after `manta run`. A script has no options of Manta's in its
/// code, so they may also follow it; what it is given itself comes after `--`.
@Command(name = "run")
final class ScriptCommand {
  static final String SUFFIX = ".py";
  private static final String GIVEN = "--";
  private static final String FUNCTION = "::";

  /// Options that a script of Ray Train sets in its code, and what sets each of them there.
  private static final Map<String, String> SET_BY_RAY_SCRIPTS =
      Map.of(
          "--retries", "RunConfig(failure_config=FailureConfig(max_failures=N))",
          "--gpus", "ScalingConfig(use_gpu=True)",
          "--working-dir", "ray.init(runtime_env={\"working_dir\": DIR})",
          "--config", "train_loop_config, or what is given to the script after --",
          "--dataset", "datasets={…} of its trainer",
          "--shuffle", "random_shuffle() of its dataset");

  @Option(names = "--detach")
  boolean detach;

  @Option(names = "--loop")
  Optional<String> loop = Optional.empty();

  @Mixin LoopOptions options = new LoopOptions();
  @Mixin PythonOptions python = new PythonOptions();

  private String file = "";
  private List<String> arguments = List.of();
  private ParseResult typed = ParseResult.builder(CommandSpec.create()).build();

  /// Whether a function is one of a script: `train.py::train`.
  static boolean isFunction(String loop) {
    int end = loop.lastIndexOf(FUNCTION);
    return end > 0 && loop.substring(0, end).endsWith(SUFFIX);
  }

  /// @param before the options in front of the script
  /// @param words the script, and what follows it
  static ScriptCommand parse(List<String> before, List<String> words) {
    int end = ownWords(words);
    List<String> typed = new ArrayList<>(before);
    typed.addAll(words.subList(Math.min(1, end), end));
    var command = new ScriptCommand();
    try {
      command.typed = new CommandLine(command).parseArgs(typed.toArray(String[]::new));
    } catch (ParameterException wrong) {
      throw new IllegalArgumentException(
          wrong.getMessage() + "; what the script itself is given comes after --", wrong);
    }
    command.file = end == 0 ? "" : words.getFirst();
    command.arguments = words.stream().skip(end == 0 ? 0 : end + 1L).toList();
    return command;
  }

  /// How many of the words are the script and Manta's options; none where no script comes first, as
  /// behind `--loop`.
  private static int ownWords(List<String> words) {
    if (words.isEmpty() || !words.getFirst().endsWith(SUFFIX)) {
      return 0;
    }
    int given = words.indexOf(GIVEN);
    return given < 0 ? words.size() : given;
  }

  int run() {
    if (python.rayCompat) {
      return runForRay();
    }
    Result result =
        python.over(trainer()).scaling(options.scaling()).run(options.runConfig()).fit();
    return result.status() == RunStatus.STOPPED ? ExitCode.STOPPED : ExitCode.OK;
  }

  /// The script decides itself what is trained; what is typed wins over it.
  private int runForRay() {
    if (loop.isPresent()) {
      throw new IllegalArgumentException(
          "--ray-compat runs a script and --loop one function: give one of them");
    }
    refuseOptionsSetByScript();
    options.overridePrograms();
    RayScript script = RayScript.of(file).args(arguments.toArray(String[]::new));
    RayScript chosen = python.python.map(script::python).orElse(script);
    return python.requirements.map(chosen::requirements).orElse(chosen).run();
  }

  private void refuseOptionsSetByScript() {
    if (typed.hasMatchedOption("--heap")) {
      throw new IllegalArgumentException(
          "--heap is for workers in Java: ranks of a script of Ray Train are Python processes");
    }
    SET_BY_RAY_SCRIPTS.keySet().stream()
        .filter(typed::hasMatchedOption)
        .min(Comparator.naturalOrder())
        .ifPresent(
            option -> {
              throw new IllegalArgumentException(
                  "%s has no effect with --ray-compat: the script sets it itself, with %s"
                      .formatted(option, SET_BY_RAY_SCRIPTS.get(option)));
            });
  }

  private PythonTrainer trainer() {
    if (loop.isPresent()) {
      return function(loop.get());
    }
    if (!options.config.isEmpty()) {
      throw new IllegalArgumentException(
          "--config needs --loop FILE.py::FUNCTION: a script is given arguments, after --");
    }
    return PythonTrainer.script(file).args(arguments.toArray(String[]::new));
  }

  private PythonTrainer function(String name) {
    if (!file.isEmpty() || !arguments.isEmpty()) {
      throw new IllegalArgumentException(
          "--loop "
              + name
              + " names the file already, and its function has a config: --config KEY=VALUE");
    }
    int end = name.lastIndexOf(FUNCTION);
    return PythonTrainer.function(
        name.substring(0, end),
        name.substring(end + FUNCTION.length()),
        ConfigValues.bind(options.config, JsonObject.class));
  }
}
