package dev.manta.cli;

import dev.manta.Manta;
import dev.manta.cli.shell.FrameworkNames;
import dev.manta.internal.console.Console;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// `manta run`
@Command(
    name = "run",
    description = "Run a training program: a source file, a Python script, a jar, or one function.",
    customSynopsis = {
      "manta run Train.java [ARGS]",
      "       manta run app.jar [ARGS]",
      "       manta run --main com.acme.Main app.jar [ARGS]",
      "       manta run --with torch app.jar [ARGS]",
      "       manta run --detach app.jar [ARGS]",
      "       manta run --name mine --workers 4 --fresh app.jar [ARGS]",
      "       manta run --loop com.acme.Train::train --config lr=0.1 --workers 4 app.jar",
      "       manta run train.py --workers 2 --name cats [-- ARGS]",
      "       manta run train.py --workers 2 --dataset train=parquet:data/ --shuffle train",
      "       manta run --loop train.py::train --config lr=0.1 --workers 2",
      "       manta run --ray-compat ray_script.py [-- ARGS]"
    },
    footer = {
      "",
      "Options come before the program; what follows it is the program's. Of a .py file, options"
          + " may",
      "also follow it, and what comes after -- is the script's.",
      "--name, --workers, --storage, --fresh, --quiet, --quiet-ranks and --log-level win over",
      "what the program says."
    })
final class RunCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "PROGRAM [ARGS]",
      description = "A .java or .py file, a .jar or a directory of classes, and what it is given.")
  List<String> words = new ArrayList<>();

  @Option(
      names = {"-cp", "--class-path", "--jar"},
      paramLabel = "PATH",
      description = "More jars, separated by ':'.")
  String libraries = "";

  /// The launcher has acted on it, and knows which there are: this process has the jars already.
  @Option(
      names = "--with",
      paramLabel = "FRAMEWORK",
      completionCandidates = FrameworkNames.class,
      description =
          "Bring a framework's jars: ${COMPLETION-CANDIDATES} (cuda is PyTorch for GPUs). A source"
              + " file that imports a framework gets its jars anyway.")
  Optional<String> framework = Optional.empty();

  @Option(
      names = "--detach",
      description =
          "Run without this terminal; a supervisor starts the program again when it is killed.")
  boolean detach;

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description = "The class to begin with, if the program does not say.")
  Optional<String> main = Optional.empty();

  @Option(
      names = "--loop",
      paramLabel = "CLASS::METHOD",
      description = "Run this training function, with the options below; also FILE.py::FUNCTION.")
  Optional<String> loop = Optional.empty();

  @Mixin LoopOptions options = new LoopOptions();
  @Mixin PythonOptions python = new PythonOptions();

  private CommandSpec spec = CommandSpec.create();

  @Spec
  void spec(CommandSpec spec) {
    this.spec = spec;
    spec.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws Exception {
    if (isPython()) {
      return runPython();
    }
    if (loop.isEmpty()) {
      refuseOptionsOfLoops();
      options.overridePrograms();
    }
    if (detach) {
      return Detachment.of(Detachment.ownCommand()).start(spec.commandLine().getOut());
    }
    System.setProperty(
        Console.DEBUG_PROPERTY, String.valueOf(ErrorLine.isDebug(spec.commandLine())));
    Optional<Program> program = program();
    ClassLoader loader = UserCode.load(program.map(Program::entries).orElseGet(this::libraries));
    System.setProperty(Manta.TYPED_PROPERTY, typed());
    if (loop.isPresent()) {
      return options.run(LoopName.parse(loop.get()), loader);
    }
    MainMethod.of(mainClass(program), loader).run(arguments());
    return System.getProperty(Manta.STOPPED_PROPERTY) == null ? ExitCode.OK : ExitCode.STOPPED;
  }

  private boolean isPython() {
    return loop.map(ScriptCommand::isFunction)
        .orElseGet(() -> !words.isEmpty() && words.getFirst().endsWith(ScriptCommand.SUFFIX));
  }

  private int runPython() throws Exception {
    ScriptCommand script = ScriptCommand.parse(before().words(), words);
    if (script.detach) {
      return Detachment.of(Detachment.ownCommand()).start(spec.commandLine().getOut());
    }
    System.setProperty(Manta.TYPED_PROPERTY, typed());
    return script.run();
  }

  /// What to type again with a name; what the program is given stays as it is.
  private String typed() {
    return before().withoutName().and(words).line();
  }

  /// What was typed in front of the program.
  private TypedWords before() {
    List<String> all = spec.commandLine().getParseResult().originalArgs();
    int program = all.size() - words.size();
    return new TypedWords(all.subList(all.indexOf(spec.name()) + 1, program));
  }

  private void refuseOptionsOfLoops() {
    ParseResult typed = spec.commandLine().getParseResult();
    spec.mixins().values().stream()
        .flatMap(mixin -> mixin.options().stream())
        .map(OptionSpec::longestName)
        .filter(
            option -> typed.hasMatchedOption(option) && !LoopOptions.OF_PROGRAMS.contains(option))
        .findFirst()
        .ifPresent(
            option -> {
              throw new IllegalArgumentException(
                  option + " needs --loop: a program sets it in its own code");
            });
  }

  private Optional<Program> program() throws IOException {
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Program.at(Path.of(words.getFirst()), libraries(), spec.commandLine().getErr()));
  }

  private List<Path> libraries() {
    return List.of(libraries.split(File.pathSeparator, -1)).stream()
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .toList();
  }

  private String mainClass(Optional<Program> program) {
    return main.or(() -> program.flatMap(Program::mainClass))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    words.isEmpty()
                        ? "what is to run? Give a .java or .py file, a .jar, --main or --loop"
                        : words.getFirst() + " names no main class; give --main CLASS"));
  }

  private String[] arguments() {
    return words.stream().skip(1).toArray(String[]::new);
  }
}
