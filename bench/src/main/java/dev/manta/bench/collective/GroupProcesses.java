package dev.manta.bench.collective;

import dev.manta.bench.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The processes of a group, seen from outside: told what to do on standard input, answering in
/// lines that start with a word.
public final class GroupProcesses implements AutoCloseable {
  private static final long LIMIT_SECONDS = 240;

  /// One process and the lines it has written, by their first word.
  private record Hand(
      Process process, PrintStream in, Thread reader, Map<String, BlockingQueue<String>> said) {
    BlockingQueue<String> lines(String word) {
      return said.computeIfAbsent(word, _ -> new LinkedBlockingQueue<>());
    }

    boolean hasEnded() {
      return !process.isAlive() && !reader.isAlive();
    }
  }

  private final List<Hand> hands = new ArrayList<>();

  /// Starts this many processes, each with a directory to meet in.
  public GroupProcesses(Class<?> main, int ranks, Path directory, List<String> arguments)
      throws IOException {
    this(Collections.nCopies(ranks, command(main, directory, arguments)));
  }

  /// Starts a process for each command line.
  public GroupProcesses(List<List<String>> commands) throws IOException {
    for (List<String> command : commands) {
      hands.add(start(command));
    }
  }

  /// The command line of a process with a directory to meet in.
  public static List<String> command(Class<?> main, Path directory, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(directory.toString()));
    all.addAll(arguments);
    return Jvm.command(main, all);
  }

  private static Hand start(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, BlockingQueue<String>> said = new ConcurrentHashMap<>();
    Thread reader = Thread.ofVirtual().start(() -> read(process, said));
    PrintStream in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    return new Hand(process, in, reader, said);
  }

  private static void read(Process process, Map<String, BlockingQueue<String>> said) {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        String[] words = (line + " ").split(" ", 2);
        said.computeIfAbsent(words[0], _ -> new LinkedBlockingQueue<>()).add(words[1].trim());
      }
    } catch (IOException _) {
      return;
    }
  }

  /// Collects the offers of some processes and tells each of them all.
  public void form(int attempt, List<Integer> members) throws IOException, InterruptedException {
    List<String> offers = new ArrayList<>();
    for (int member : members) {
      offers.add(answer(member, "offer"));
    }
    for (int rank = 0; rank < members.size(); rank++) {
      tell(members.get(rank), attempt + " " + rank + " " + String.join("\t", offers));
    }
  }

  /// Writes a line to a process.
  public void tell(int rank, String line) {
    hands.get(rank).in().println(line);
  }

  /// The rest of the next line that starts with this word; other lines wait to be asked for.
  public String answer(int rank, String word) throws IOException, InterruptedException {
    BlockingQueue<String> lines = hands.get(rank).lines(word);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < end) {
      String line = lines.poll(200, TimeUnit.MILLISECONDS);
      if (line != null) {
        return line;
      }
      if (hands.get(rank).hasEnded() && lines.isEmpty()) {
        throw new IOException("rank " + rank + " ended before it said \"" + word + "\"");
      }
    }
    throw new IOException("rank " + rank + " did not say \"" + word + "\" in time");
  }

  public Process process(int rank) {
    return hands.get(rank).process();
  }

  @Override
  public void close() {
    hands.forEach(hand -> hand.process().destroyForcibly());
    hands.forEach(hand -> hand.process().onExit().join());
  }
}
