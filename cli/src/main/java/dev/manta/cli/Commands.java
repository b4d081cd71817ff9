package dev.manta.cli;

import dev.manta.cli.doctor.DoctorCommand;
import dev.manta.cli.inspect.ProfileCommand;
import dev.manta.cli.inspect.StackCommand;
import dev.manta.cli.inspect.TopCommand;
import dev.manta.cli.notebook.NotebookCommand;
import dev.manta.cli.runs.CompareCommand;
import dev.manta.cli.runs.DashboardCommand;
import dev.manta.cli.runs.ExportCommand;
import dev.manta.cli.runs.LogsCommand;
import dev.manta.cli.runs.PreemptCommand;
import dev.manta.cli.runs.ResultsCommand;
import dev.manta.cli.runs.RmCommand;
import dev.manta.cli.runs.RunsCommand;
import dev.manta.cli.runs.ScaleCommand;
import dev.manta.cli.runs.ShowCommand;
import dev.manta.cli.runs.StopCommand;
import dev.manta.cli.runs.SyncCommand;
import dev.manta.cli.runs.WhyCommand;
import dev.manta.cli.shell.ShellCommand;
import dev.manta.cli.store.StoreCommand;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/// All commands by name. Only the one that was typed is made: reading the annotations of all costs
/// start-up time.
final class Commands {
  private static final Map<String, Supplier<Object>> BUILT_IN = builtIn();

  private Commands() {}

  private static Map<String, Supplier<Object>> builtIn() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", RunCommand::new);
    commands.put("tune", TuneCommand::new);
    commands.put("shell", ShellCommand::new);
    commands.put("notebook", NotebookCommand::new);
    commands.put("results", ResultsCommand::new);
    commands.put("runs", RunsCommand::new);
    commands.put("show", ShowCommand::new);
    commands.put("why", WhyCommand::new);
    commands.put("top", TopCommand::new);
    commands.put("logs", LogsCommand::new);
    commands.put("stack", StackCommand::new);
    commands.put("profile", ProfileCommand::new);
    commands.put("stop", StopCommand::new);
    commands.put("scale", ScaleCommand::new);
    commands.put("preempt", PreemptCommand::new);
    commands.put("compare", CompareCommand::new);
    commands.put("dashboard", DashboardCommand::new);
    commands.put("export", ExportCommand::new);
    commands.put("sync", SyncCommand::new);
    commands.put("rm", RmCommand::new);
    commands.put("store", StoreCommand::new);
    commands.put("new", NewCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put("version", VersionCommand::new);
    commands.put("completion", CompletionCommand::new);
    commands.put("rehearse", RehearseCommand::new);
    return commands;
  }

  /// A parser that knows the command named in `args`, or all of them if none is.
  static CommandLine parserFor(String... args) {
    CommandLine root = bare();
    Optional<String> named = Arrays.stream(args).filter(arg -> !arg.startsWith("-")).findFirst();
    Optional<Object> command = named.flatMap(Commands::find);
    if (command.isPresent()) {
      root.addSubcommand(named.get(), command.get());
    } else {
      addAll(root);
    }
    return root;
  }

  /// A parser that knows every command.
  static CommandLine all() {
    CommandLine root = bare();
    addAll(root);
    return root;
  }

  private static CommandLine bare() {
    return new CommandLine(new Root())
        .setExecutionExceptionHandler(new ErrorLine())
        .setParameterExceptionHandler(new UsageLine())
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  private static Optional<Object> find(String name) {
    Supplier<Object> known = BUILT_IN.get(name);
    return known != null
        ? Optional.of(known.get())
        : plugins().filter(p -> p.name().equals(name)).findFirst().map(CommandPlugin::command);
  }

  private static void addAll(CommandLine root) {
    plugins().forEach(p -> root.addSubcommand(p.name(), p.command()));
    BUILT_IN.forEach((name, command) -> root.addSubcommand(name, command.get()));
  }

  private static Stream<CommandPlugin> plugins() {
    return ServiceLoader.load(CommandPlugin.class).stream().map(ServiceLoader.Provider::get);
  }
}
