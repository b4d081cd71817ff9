package dev.manta.bench.python;

import dev.manta.bench.Peers;
import dev.manta.bench.train.Stamps;
import dev.manta.python.PythonTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A user's program that trains with scripts, one after the other, and says what each took.
public final class PythonProgram {
  private static final int RANKS = 2;
  private static final double KILOBYTES_IN_MEGABYTE = 1024;
  private static final String RESIDENT =
      "print(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmRSS')))";

  private final String python;
  private final Path root;

  private PythonProgram(String python, Path root) {
    this.python = python;
    this.root = root;
  }

  /// Takes the interpreter and a directory to work in.
  public static void main(String[] args) throws IOException, InterruptedException {
    var program = new PythonProgram(args[0], Path.of(args[1]));
    program.start();
    program.steps();
    program.reports();
    program.recover();
  }

  private static void figure(String name, double value) {
    System.out.println("figure " + name + " " + value);
  }

  private void start() throws IOException {
    Path directory = directory("empty");
    PythonTrainer trainer = trainer("python_empty.py", directory, RANKS);
    figure("first", Stamps.seconds(directory, RANKS, trainer::fit));
  }

  private void steps() throws IOException {
    Path directory = directory("steps");
    PythonTrainer trainer = trainer("python_steps.py", directory, RANKS);
    figure("torch", Stamps.seconds(directory, RANKS, trainer::fit));
    figure("steps", number(directory.resolve("steps")));
    figure("early", number(directory.resolve("early")));
  }

  private void reports() throws IOException, InterruptedException {
    Path directory = directory("reports");
    trainer("python_reports.py", directory, 1).fit();
    figure("reports", number(directory.resolve("reports")));
    double rank = number(directory.resolve("resident"));
    figure("memory", (rank - plain()) / KILOBYTES_IN_MEGABYTE);
  }

  /// What an interpreter has that runs nothing of ours.
  private double plain() throws IOException, InterruptedException {
    Process process = new ProcessBuilder(python, "-c", RESIDENT).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return Double.parseDouble(said.strip());
  }

  private void recover() throws IOException, InterruptedException {
    Path directory = directory("recovery");
    Thread killer = Thread.ofPlatform().daemon().start(() -> new RankKill(directory).run(report()));
    trainer("python_recovery.py", directory, RANKS).fit();
    killer.join();
  }

  private static Consumer<Double> report() {
    return millis -> figure("two", millis);
  }

  private Path directory(String name) throws IOException {
    return Files.createDirectories(root.resolve(name));
  }

  private PythonTrainer trainer(String script, Path directory, int ranks) throws IOException {
    Path file = directory.resolve(script);
    Peers.unpack(script, file);
    return PythonTrainer.script(file.toString())
        .args(directory.toString())
        .python(python)
        .scaling(ScalingConfig.workers(ranks))
        .run(RunConfig.named("run").storage(directory.resolve("runs").toString()).quiet());
  }

  private static double number(Path file) throws IOException {
    return Double.parseDouble(Files.readString(file).strip());
  }
}
