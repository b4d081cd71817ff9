package dev.manta.internal.worker;

import dev.manta.internal.wire.Link;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A controller that was called, and the first thing it said.
record ControllerAnswer(Link link, byte[] answer) {
  /// Calls, and waits for the answer: for a process that is stopped, the kernel takes calls all the
  /// same. Throws where none comes within so many nanoseconds.
  static ControllerAnswer of(Callable<Link> calling, long nanos) throws IOException {
    var opened = new AtomicReference<@Nullable Link>();
    var task = new FutureTask<>(() -> answered(calling, opened));
    try {
      Thread.ofPlatform().daemon().name("manta-call").start(task);
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException | OutOfMemoryError e) {
      throw abandoned(task, opened, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw abandoned(task, opened, e);
    }
  }

  private static ControllerAnswer answered(
      Callable<Link> calling, AtomicReference<@Nullable Link> opened) throws Exception {
    Link link = calling.call();
    opened.set(link);
    byte[] answer = link.receive();
    if (answer == null) {
      throw new IOException("the controller hung up");
    }
    return new ControllerAnswer(link, answer);
  }

  /// The interrupt ends a call that waits, and closes its link.
  private static IOException abandoned(
      FutureTask<ControllerAnswer> task, AtomicReference<@Nullable Link> opened, Throwable why) {
    task.cancel(true);
    Link link = opened.get();
    if (link != null) {
      link.close();
    }
    return new IOException("no controller has answered", why);
  }
}
