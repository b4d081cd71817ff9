package dev.manta.internal.worker;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.checkpoint.SharedMark;
import dev.manta.internal.load.LoadMeter;
import dev.manta.internal.load.LoadSample;
import dev.manta.internal.loop.LoopCall;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.ProcessUse;
import dev.manta.internal.wire.FailureInLog;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.live.HeldCommits;
import dev.manta.spi.json.Bind;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.TrainContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One attempt's training function, from finding it to telling how it ended.
final class FunctionRun implements Runnable {
  private static final long NEWS_MILLIS_MAX = 2_000;

  /// Some seconds before the process would be ended.
  private static final int WAKE_AFTER_PINGS = 6;

  /// Before other ranks give up waiting for the news.
  private static final Duration LEAVES_WITHIN = Duration.ofMillis(NEWS_MILLIS_MAX / 2);

  private final LoopSpec loop;
  private final Attempt attempt;
  private final ControllerChannel channel;
  private final HeldCommits heldCommits;
  private final StepSilence silence = new StepSilence(System.nanoTime());
  private final LoadMeter load = new LoadMeter();
  private int pingsSinceTheEnd;
  private boolean inside;
  private volatile boolean woken;
  private boolean go;
  private volatile boolean leavesNothing;
  private volatile @Nullable Elsewhere elsewhere;

  /// What another thread of the user's program threw, and how that is told.
  private record Elsewhere(ToController.Failed failed, Throwable thrown) {}

  FunctionRun(LoopSpec loop, Attempt attempt, ControllerChannel channel, HeldCommits heldCommits) {
    this.loop = loop;
    this.attempt = attempt;
    this.channel = channel;
    this.heldCommits = heldCommits;
  }

  Attempt attempt() {
    return attempt;
  }

  /// All ranks are ready; where each has made an offer, those are known too.
  void go(List<String> offers) {
    if (!offers.isEmpty() && offers.stream().noneMatch(String::isEmpty)) {
      attempt.group().gathered(offers);
    }
    attempt.gate().change(() -> go = true);
  }

  @Override
  public void run() {
    try {
      String value = call();
      if (elsewhere != null) {
        throw new AttemptAborted(number(), "another thread threw");
      }
      load.last(reading()).ifPresent(this::tell);
      attempt.close();
      tellArrivals();
      channel.send(returned(value));
      leavesNothing = !hasGpu() && StrayThreads.of(Thread.currentThread()).isEmpty();
    } catch (Throwable thrown) {
      tellForSure(thrown);
    }
  }

  /// Whether the function has returned, and another run may use the process; asked when its thread
  /// has ended.
  boolean leavesNothing() {
    return leavesNothing;
  }

  /// Which GPUs a process sees is settled once.
  private boolean hasGpu() {
    return attempt.place().device().startsWith("cuda");
  }

  /// A rank that ended without a word would be waited for, and another one blamed.
  private void tellForSure(Throwable thrown) {
    try {
      tell(thrown);
    } catch (Throwable notTold) {
      channel.send(FailureText.thrown(number(), attempt.step(), thrown));
      throw notTold;
    }
  }

  private ToController.Returned returned(String value) {
    return new ToController.Returned(
        number(), value, attempt.stopping().seen(), heldCommits.held());
  }

  /// A thread of the user's program ended with what nobody caught: the function is left as if it
  /// had thrown that itself. If it is not left, at least that is told.
  void threwElsewhere(Thread thread, Throwable thrown, Thread loop) {
    var failed = FailureText.inThread(number(), attempt.step(), thread, thrown);
    elsewhere = new Elsewhere(failed, thrown);
    attempt.abort(failed.what(), false);
    wakeIfInside(loop);
    Thread.ofPlatform().daemon().name("manta-left").start(() -> tellIfIn(loop, failed));
  }

  private void tellIfIn(Thread loop, ToController.Failed failed) {
    try {
      if (!loop.join(LEAVES_WITHIN)) {
        channel.send(failed);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// A function that does not leave though its attempt is over may wait for what is not Manta's,
  /// such as a queue: it is woken, before its process is ended with all that it holds.
  void pinged(Thread loop) {
    if (attempt.gate().isClosed() && ++pingsSinceTheEnd == WAKE_AFTER_PINGS) {
      wakeIfInside(loop);
    }
    if (isInside() && !attempt.gate().isClosed() && attempt.group().waiting().isEmpty()) {
      silence.at(attempt.moves(), System.nanoTime()).ifPresent(this::tellOfSilence);
    }
  }

  /// A rank that waits for itself makes no step.
  private void tellOfSilence(Duration since) {
    List<Integer> itself = List.of(attempt.place().rank());
    channel.send(new ToController.Waiting(number(), "", since.toMillis(), itself));
  }

  private synchronized boolean isInside() {
    return inside;
  }

  private synchronized void wakeIfInside(Thread loop) {
    if (inside) {
      woken = true;
      loop.interrupt();
    }
  }

  private synchronized void inside(boolean now) {
    inside = now;
    if (woken) {
      Thread.interrupted(); // what is left to do is not the user's
    }
  }

  /// Every rank has the same counts, so one of them tells.
  void tellArrivals() {
    List<Long> last = attempt.group().lastToArrive();
    if (attempt.place().rank() == 0 && attempt.place().size() > 1 && !last.isEmpty()) {
      channel.send(new ToController.Arrivals(number(), last));
    }
  }

  /// What the rank has used and waited for, where it is inside of its function.
  void tellLoad() {
    if (isInside()) {
      load.at(reading()).ifPresent(this::tell);
    }
  }

  private LoadMeter.Reading reading() {
    return new LoadMeter.Reading(
        System.nanoTime(),
        System.currentTimeMillis(),
        ProcessUse.now(),
        attempt.progress().made(),
        attempt.group().heldUpNanos(),
        attempt.datasets().loads());
  }

  private void tell(LoadSample sample) {
    int rank = attempt.place().rank();
    channel.send(new ToController.Load(number(), rank, Bind.write(sample).text()));
  }

  private String call() throws Throwable {
    attempt.prepare();
    requireSharedStorage();
    LoopCall call = LoopCall.find(loop, TrainContext.class, attempt.host().loader());
    var context = new WorkerContext(attempt, call.config(attempt.host().loader()));
    try (var frameworks = EnteredFrameworks.enter(attempt.host().loader(), context)) {
      warnOfStatics(context, call);
      channel.send(new ToController.Ready(number(), attempt.offer()));
      attempt.gate().await(() -> go);
      channel.send(new ToController.Entered(number()));
      return json(call(call, context, frameworks));
    }
  }

  /// A node that is not the driver's may have another disk at the same path.
  private void requireSharedStorage() {
    Location storage = Location.parse(attempt.run().storage());
    Optional.ofNullable(attempt.run().settings().get(ToWorker.RunFacts.SHARED_MARK))
        .ifPresent(
            mark ->
                new SharedMark(Storages.at(storage), storage)
                    .require(mark, attempt.place().node()));
  }

  /// What the process keeps of the attempt it copies before frameworks free their memory.
  private @Nullable Object call(LoopCall call, WorkerContext context, EnteredFrameworks frameworks)
      throws Throwable {
    try {
      Object value = untilStop(call, context);
      attempt.finish();
      keepForOthers();
      return value;
    } catch (Throwable thrown) {
      keep(thrown);
      if (isLeftBehind(thrown)) {
        attempt.saveKept();
        attempt.finish();
        return null;
      }
      throw frameworks.explain(thrown);
    }
  }

  /// Others may be busy yet, and die: then the run resumes from the last commit.
  private void keepForOthers() {
    try {
      if (attempt.place().size() > 1) {
        attempt.committing().keep();
      }
    } catch (RuntimeException | Error notKept) {
      System.err.println(
          "manta: this rank has returned, and its state could not be kept: " + notKept);
    }
  }

  /// A function that was told to leave has not finished, even if it catches that and returns.
  private @Nullable Object untilStop(LoopCall call, WorkerContext context) throws Throwable {
    try {
      inside(true);
      Object value = call.call(context);
      if (attempt.group().isBroken()) {
        attempt.group().lostLink().ifPresent(this::tell);
        attempt.gate().closesWithin(NEWS_MILLIS_MAX);
      }
      attempt.gate().require();
      return value;
    } catch (Throwable thrown) {
      if (isStop(thrown)) {
        return null;
      }
      throw thrown;
    } finally {
      inside(false);
    }
  }

  /// That what is kept cannot be copied is no reason to forget why the function ended.
  private void keep(Throwable thrown) {
    try {
      attempt.committing().keep();
    } catch (RuntimeException | Error notKept) {
      thrown.addSuppressed(notKept);
    }
  }

  /// A function that did not ask whether to stop was left at a commit: that is how it ends.
  private boolean isStop(Throwable thrown) {
    boolean left = attempt.stopping().left() && !attempt.gate().isClosed();
    return left && find(thrown, AttemptAborted.class).isPresent();
  }

  /// Ranks that asked have stopped, and this one has not asked: it stops at its last commit, which
  /// is theirs. Where they are gone for another reason, the news of that comes.
  private boolean isLeftBehind(Throwable thrown) {
    Optional<Cause> why = find(thrown, CollectiveAborted.class).map(CollectiveAborted::why);
    return why.filter(cause -> cause instanceof Cause.PeerLeft).isPresent()
        && attempt.mayBeLeftBehind()
        && !attempt.gate().closesWithin(NEWS_MILLIS_MAX)
        && attempt.stopping().leftBehind();
  }

  /// Once per run is enough.
  private void warnOfStatics(WorkerContext context, LoopCall call) {
    List<String> names = call.mutableStatics();
    if (context.rank() == 0 && number() == 1 && !names.isEmpty()) {
      context
          .logger()
          .log(
              System.Logger.Level.WARNING,
              "%s has static fields that can change (%s): they are not saved, and a later attempt may"
                      .formatted(loop.className(), String.join(", ", names))
                  + " find old values; keep them in the function, or register them with ctx.live");
    }
  }

  private String json(@Nullable Object value) {
    try {
      return value == null ? "null" : Bind.write(value).text();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the training function's return value cannot be kept: "
              + e.getMessage()
              + "; return numbers, texts, booleans, records, lists or maps of those",
          e);
    }
  }

  private void tell(Throwable thrown) {
    Optional<CollectiveAborted> group = find(thrown, CollectiveAborted.class);
    Elsewhere first = elsewhere;
    if (first != null) {
      attempt.rescue();
      fail(first.failed(), first.thrown());
    } else if (group.isPresent() && group.get().why() instanceof Cause.PeerDied(int rank)) {
      channel.send(new ToController.PeerDied(number(), rank));
      unwound();
    } else if (group.isPresent() && group.get().why() instanceof Cause.LinkLost lost) {
      tell(lost);
      unwound();
    } else if (woken || (isAbort(thrown) && isOver(group))) {
      tellOfTheUnheard();
      unwound();
    } else {
      attempt.rescue();
      ToController.Failed failed = FailureText.thrown(number(), attempt.step(), thrown);
      attempt.host().log(FailureInLog.text(failed));
      fail(failed, thrown);
    }
  }

  /// Others were quicker to say that the attempt is over; who does not hear whom is of use even so.
  private void tellOfTheUnheard() {
    List<Integer> unheard = attempt.group().unheard();
    if (!unheard.isEmpty()) {
      String why = "it has not heard ranks %s for some seconds".formatted(unheard);
      channel.send(new ToController.LinkLost(number(), unheard, why));
    }
  }

  private void tell(Cause.LinkLost lost) {
    AttemptCollectives group = attempt.group();
    List<Integer> unheard = group.isFormed() ? group.unheard() : List.of(lost.rank());
    channel.send(new ToController.LinkLost(number(), unheard, lost.reason()));
  }

  /// A rank that heard earlier of the attempt's end has aborted the collectives of all, or has left
  /// because its function threw: the news of that is on its way here.
  private boolean isOver(Optional<CollectiveAborted> group) {
    boolean told =
        group.map(CollectiveAborted::why).filter(FunctionRun::isFollowedByNews).isPresent();
    return attempt.gate().closesWithin(told ? NEWS_MILLIS_MAX : 0);
  }

  private static boolean isFollowedByNews(Cause cause) {
    return cause instanceof Cause.Requested || cause instanceof Cause.PeerLeft;
  }

  /// Said when everything of this attempt is closed, so that the next one may begin.
  private void unwound() {
    attempt.unwind();
    channel.send(
        new ToController.Unwound(
            number(), StrayThreads.of(Thread.currentThread()), heldCommits.held()));
  }

  private void fail(ToController.Failed failed, Throwable thrown) {
    ToController.Held held = ToController.Held.NOTHING;
    try {
      attempt.close();
      held = usable(thrown) ? attempt.heldAfterAll() : held;
    } finally {
      channel.send(failed.held(held));
    }
  }

  /// Whether the process is none the worse for what its function threw.
  private static boolean usable(Throwable thrown) {
    boolean broken =
        find(thrown, VirtualMachineError.class)
            .filter(error -> !(error instanceof StackOverflowError))
            .isPresent();
    return !broken && StrayThreads.of(Thread.currentThread()).isEmpty();
  }

  private static boolean isAbort(Throwable thrown) {
    return find(thrown, AttemptAborted.class).isPresent()
        || find(thrown, CollectiveAborted.class).isPresent();
  }

  private static <T> Optional<T> find(Throwable thrown, Class<T> type) {
    return ThrowableText.causes(thrown).reversed().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  private int number() {
    return attempt.number();
  }
}
