package dev.manta.cli.shell;

import dev.manta.internal.loop.Signals;
import dev.manta.internal.machine.FileErrors;
import java.io.IOException;
import java.lang.reflect.Method;
import jdk.jshell.execution.LocalExecutionControl;

/// Runs the snippets of a shell in this process, and keeps their classes for workers.
///
/// An interrupt is for whoever has taken it: a run that is under way stops with a checkpoint, other
/// code is ended.
final class SnippetExecution extends LocalExecutionControl {
  private static final String INTERRUPT = "INT";

  private final SnippetClasses classes;
  private final Signals interrupts = Signals.take(INTERRUPT, this::end);
  private volatile boolean running;

  SnippetExecution(SnippetClasses classes) {
    super(classes);
    this.classes = classes;
  }

  /// Workers get what the compiler made: what the shell itself loads looks in every loop whether it
  /// shall stop.
  @Override
  public void load(ClassBytecodes[] snippets)
      throws ClassInstallException, NotImplementedException, EngineTerminationException {
    try {
      classes.keep(snippets);
    } catch (IOException e) {
      String message =
          "the classes of what was typed cannot be kept in %s: %s"
              .formatted(classes.directory(), FileErrors.words(e));
      System.err.println("manta: " + message);
      throw new ClassInstallException(message, new boolean[snippets.length]);
    }
    super.load(snippets);
  }

  @Override
  protected String invoke(Method snippet) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes.loader());
    running = true;
    try {
      return super.invoke(snippet);
    } finally {
      running = false;
      thread.setContextClassLoader(before);
    }
  }

  /// If nothing runs there is nobody to hear it.
  @Override
  public void stop() {
    if (running) {
      Signals.raise(INTERRUPT);
    }
  }

  private void end() {
    try {
      super.stop();
    } catch (EngineTerminationException | InternalException e) {
      System.err.println("manta: what was typed cannot be stopped: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    super.close();
    interrupts.close();
    classes.close();
  }
}
