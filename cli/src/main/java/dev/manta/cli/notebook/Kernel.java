package dev.manta.cli.notebook;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// The kernel of one notebook: runs its cells in the order in which they come, and tells whoever
/// looks at it.
final class Kernel implements Outputs, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.notebook");
  private static final String EXECUTE = "execute_request";

  /// Notebooks kill a kernel that takes longer to leave.
  private static final Duration LAST_CHECKPOINT = Duration.ofSeconds(4);

  /// Nobody kills one whose notebook has died.
  private static final Duration LAST_CHECKPOINT_ALONE = Duration.ofMinutes(1);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final CellShell cells;
  private final Channels channels;
  private final Questions questions;
  private final BlockingQueue<Request> waiting = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Semaphore idle = new Semaphore(1);
  private final PrintedText printed = new PrintedText(this::printed);
  private final AtomicBoolean missed = new AtomicBoolean();
  private volatile Message current =
      new Message(List.of(), JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
  private int executed;
  private boolean failed;

  private Kernel(CellShell cells, ConnectionFile at) throws IOException {
    this.cells = cells;
    this.channels = new Channels(at, waiting::add, request -> answer(request, this::control));
    this.questions = new Questions(cells, channels);
  }

  /// Listens, and runs what comes on a thread of its own until a notebook ends it.
  static Kernel open(CellShell cells, ConnectionFile at) throws IOException {
    var kernel = new Kernel(cells, at);
    Thread.ofPlatform().daemon().name("manta-cells").start(kernel::serve);
    return kernel;
  }

  /// Waits until a notebook ends this kernel, or has died; a run has a moment for its last
  /// checkpoint.
  ///
  /// @return whether no cell runs any more
  boolean await(Optional<Starter> starter) throws InterruptedException {
    Duration last = LAST_CHECKPOINT;
    while (!ended.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
      if (starter.filter(Starter::hasDied).isPresent()) {
        LOG.log(Level.WARNING, "the process that started this kernel has died: the kernel ends");
        last = LAST_CHECKPOINT_ALONE;
        end();
      }
    }
    return idle.tryAcquire(last.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// A kernel that can answer nothing any more ends, so that its notebook sees that.
  private void serve() {
    try {
      while (ended.getCount() > 0) {
        answer(waiting.take(), this::shell);
        if (failed) {
          failed = false;
          abortWaiting();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  /// A kernel is busy from a request to its answer. What fails here is a request that is not as it
  /// should be, a cell that the compiler has not the memory or stack for, or a defect; none of them
  /// ends the kernel.
  private void answer(Request request, Consumer<Request> handler) {
    Message message = request.message();
    channels.publish(message, "status", Contents.status("busy"));
    try {
      handler.accept(request);
    } catch (Throwable e) {
      refused(request, e);
    }
    channels.publish(message, "status", Contents.status("idle"));
  }

  /// A notebook would wait for ever for the end of a cell.
  private void refused(Request request, Throwable why) {
    String type = request.message().type();
    LOG.log(Level.WARNING, "a " + type + " could not be answered", why);
    if (type.equals(EXECUTE)) {
      failed(request, CellErrors.around(why));
    }
  }

  /// What is heard while a cell runs.
  private void control(Request request) {
    switch (request.message().type()) {
      case "interrupt_request" -> {
        cells.interrupt();
        channels.answer(request, "interrupt_reply", Contents.ok().build());
      }
      case "shutdown_request" -> shutDown(request);
      default -> questions.answerAtOnce(request);
    }
  }

  private void shutDown(Request request) {
    Json restart = request.message().content().find("restart").orElse(Json.of(false));
    channels.answer(request, "shutdown_reply", Contents.ok().put("restart", restart).build());
    end();
  }

  private void end() {
    cells.interrupt();
    ended.countDown();
  }

  private void shell(Request request) {
    switch (request.message().type()) {
      case EXECUTE -> execute(request);
      case "shutdown_request" -> shutDown(request);
      default -> questions.answer(request);
    }
  }

  private void execute(Request request) {
    current = request.message();
    JsonObject asked = current.content();
    boolean silent = says(asked, "silent", true);
    executed += silent ? 0 : 1;
    String code = asked.get("code").asText();
    if (!silent) {
      publish("execute_input", Contents.counted(executed).put("code", code).build());
    }
    CellResult result = run(code);
    switch (result) {
      case CellResult.Done done -> done(request, done, silent);
      case CellResult.Failed failed -> failed(request, failed);
    }
  }

  private CellResult run(String code) {
    idle.acquireUninterruptibly();
    try {
      return cells.run(code);
    } finally {
      idle.release();
      printed.handOn();
      sayWhatIsMissing();
    }
  }

  private void sayWhatIsMissing() {
    if (missed.getAndSet(false)) {
      printed(
          "stderr",
          "manta: some of what this cell has shown was not read in time, and is missing here\n");
    }
  }

  private static boolean says(JsonObject content, String key, boolean value) {
    return content.find(key).filter(Json.of(value)::equals).isPresent();
  }

  private void done(Request request, CellResult.Done done, boolean silent) {
    if (!silent && done.value().isPresent()) {
      publish("execute_result", Contents.valued(Contents.counted(executed), done.value().get()));
    }
    channels.answer(
        request,
        "execute_reply",
        Contents.ok()
            .put("execution_count", executed)
            .put("user_expressions", JsonObject.EMPTY)
            .build());
  }

  private void failed(Request request, CellResult.Failed failed) {
    publish("error", Contents.error(failed).build());
    channels.answer(
        request,
        "execute_reply",
        Contents.error(failed).put("status", "error").put("execution_count", executed).build());
    this.failed = !says(request.message().content(), "stop_on_error", false);
  }

  /// Cells that were asked for together with the one that failed are not run.
  private void abortWaiting() {
    List<Request> others = new ArrayList<>();
    waiting.drainTo(others);
    for (Request other : others) {
      boolean isCell = other.message().type().equals(EXECUTE);
      answer(other, isCell ? this::aborted : this::shell);
    }
  }

  private void aborted(Request request) {
    channels.answer(
        request, "execute_reply", Contents.counted(executed).put("status", "aborted").build());
  }

  private void publish(String type, JsonObject content) {
    if (!channels.publish(current, type, content)) {
      missed.set(true);
    }
  }

  /// What the process prints, which belongs below the cell that prints it.
  PrintedText printed() {
    return printed;
  }

  private void printed(String stream, String text) {
    publish("stream", JsonObject.builder().put("name", stream).put("text", text).build());
  }

  @Override
  public void shown(String id, JsonObject forms) {
    printed.handOn();
    publish("display_data", Contents.display(id, forms));
  }

  @Override
  public void replaced(String id, JsonObject forms) {
    publish("update_display_data", Contents.display(id, forms));
  }

  @Override
  public void close() {
    channels.close();
  }
}
