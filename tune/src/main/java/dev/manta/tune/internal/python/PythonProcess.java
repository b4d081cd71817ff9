package dev.manta.tune.internal.python;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/// A Python program that answers each line on its standard input with one on its standard output.
///
/// It ends when it is closed, when nobody can ask it any more, and with this process, which closes
/// its input. A thread of its own writes and reads, so that both have a limit.
final class PythonProcess implements AutoCloseable {
  /// The order of texts in sets, and of sums in matrices, is the same in every process.
  private static final Map<String, String> ALWAYS =
      Map.of("PYTHONHASHSEED", "0", "PYTHONUTF8", "1");

  private static final List<String> ONE_THREAD =
      List.of("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS");
  private static final Cleaner UNREACHABLE = Cleaner.create();
  private static final int ANSWER_MAX = 1 << 20;
  private static final long END_SECONDS = 5;
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final Process process;
  private final LastLines errors;
  private final Dialogue dialogue;
  private final ExecutorService thread;
  private final Cleaner.Cleanable end;

  private PythonProcess(Process process) {
    this.process = process;
    this.errors = LastLines.reading(process.errorReader(StandardCharsets.UTF_8));
    this.dialogue =
        new Dialogue(
            process.outputWriter(StandardCharsets.UTF_8),
            process.inputReader(StandardCharsets.UTF_8));
    this.thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("python-answers").factory());
    this.end = UNREACHABLE.register(this, new Ending(process, thread));
  }

  static PythonProcess start(String program, String script) throws IOException {
    var builder = new ProcessBuilder(program, "-c", script);
    builder.environment().putAll(ALWAYS);
    ONE_THREAD.forEach(name -> builder.environment().putIfAbsent(name, "1"));
    return new PythonProcess(builder.start());
  }

  /// The answer to a question. An [IOException] says that the program has ended.
  ///
  /// @param cancelled whether nobody waits for the answer any more
  String ask(String question, Duration limit, BooleanSupplier cancelled)
      throws IOException, TimeoutException {
    Dialogue with = dialogue; // the thread must not hold what it may outlive
    Future<String> answer = thread.submit(() -> with.answer(question));
    try {
      return await(answer, System.nanoTime() + limit.toNanos(), cancelled);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  /// An interrupt is not for who asks: the thread may be that of a trial, which decides for others.
  private static String await(Future<String> answer, long end, BooleanSupplier cancelled)
      throws ExecutionException, TimeoutException {
    boolean interrupted = false;
    try {
      while (!cancelled.getAsBoolean()) {
        long left = end - System.nanoTime();
        try {
          return answer.get(Math.min(left, LOOK_EVERY.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          if (left <= LOOK_EVERY.toNanos()) {
            throw e;
          }
        }
      }
      throw new CancellationException("nobody waits for Python's answer any more");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// How it ended by itself, and the last of what it wrote.
  String lastOutput() {
    return status() + "; " + wrote();
  }

  private String status() {
    try {
      return process.waitFor(END_SECONDS, TimeUnit.SECONDS)
          ? "exit status " + process.exitValue()
          : "its output closed";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "its output closed";
    }
  }

  /// The last of what it wrote to its standard error; it is ended for that.
  String wrote() {
    end.clean();
    String text = errors.text();
    return text.isEmpty() ? "it wrote nothing" : "it wrote:\n" + text;
  }

  @Override
  public void close() {
    end.clean();
  }

  /// A question and its answer.
  private record Dialogue(Writer out, BufferedReader in) {
    String answer(String question) throws IOException {
      out.write(question + "\n");
      out.flush();
      return line(in);
    }

    private static String line(Reader in) throws IOException {
      var line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("it has closed its output");
        }
        if (line.length() < ANSWER_MAX) {
          line.append((char) next);
        }
      }
      return line.toString();
    }
  }

  /// What ends the program, and all that it has started.
  private record Ending(Process process, ExecutorService thread) implements Runnable {
    @Override
    public void run() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.toHandle().destroyForcibly(); // what it wrote last can still be read
      thread.shutdownNow();
    }
  }
}
