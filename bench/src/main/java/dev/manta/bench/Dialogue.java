package dev.manta.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A program that is talked to: lines to its standard input, lines from its standard output.
///
/// A program that says nothing for as long as the limit is ended, and what was waited for is an
/// error.
public final class Dialogue implements AutoCloseable {
  private final Process process;
  private final Scratch scratch;
  private final BufferedReader in;
  private final Writer out;
  private final Duration limit;
  private volatile long heardAt = System.nanoTime();

  private Dialogue(Process process, Scratch scratch, Duration limit) {
    this.process = process;
    this.scratch = scratch;
    this.in = process.inputReader();
    this.out = process.outputWriter();
    this.limit = limit;
  }

  /// Starts a program in a directory that goes away with it.
  static Dialogue start(List<String> command, Scratch scratch, Duration limit) throws IOException {
    Path errors = scratch.path().resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .directory(scratch.path().toFile())
            .redirectError(errors.toFile())
            .start();
    var dialogue = new Dialogue(process, scratch, limit);
    Thread.ofVirtual().name("dialogue-watch").start(dialogue::watch);
    return dialogue;
  }

  private void watch() {
    try {
      while (process.isAlive() && System.nanoTime() - heardAt < limit.toNanos()) {
        Thread.sleep(Duration.ofSeconds(1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /// Says a line.
  public void say(String line) throws IOException {
    heardAt = System.nanoTime();
    out.write(line + "\n");
    out.flush();
  }

  /// The next line, which must begin with a word; the words behind it.
  public List<String> hear(String first) throws IOException {
    String line = in.readLine();
    heardAt = System.nanoTime();
    if (line == null || !line.startsWith(first)) {
      throw new IOException("expected a line with \"" + first + "\", but the peer says " + line);
    }
    return List.of(line.substring(first.length()).strip().split(" "));
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    scratch.close();
  }
}
