package dev.manta.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.manta.internal.loop.LoopSpec;
import java.util.List;
import java.util.Map;

/// One message of every kind.
final class Messages {
  private static final ToWorker.Place PLACE =
      new ToWorker.Place(1, 4, 1, 2, 0, "node-ä", "cuda:1", 3);
  private static final ToWorker.RunFacts RUN =
      new ToWorker.RunFacts(
          "id", "digits", "file:/runs/digits", "/runs/digits", "ASYNC", 2, Map.of("seed", "7"));
  private static final LoopSpec LOOP = new LoopSpec("a.B$C", "train", "a.B$Config", "{\"lr\":0.1}");

  static final List<ToController> TO_CONTROLLER =
      List.of(
          new ToController.Hello("secret", "w3", 4711, 2, 1, 99),
          new ToController.Ready(2, "offer|of|rank"),
          new ToController.Offered(2, "offer|late"),
          new ToController.Restated(),
          new ToController.Entered(2),
          new ToController.Report(
              2, 1, 77, 12, 3, 1_700_000_000_000L, 4, "epoch-3", "{\"loss\":0.5}".getBytes(UTF_8)),
          new ToController.PartStored(2, 4, 12, "{\"rank\":1}"),
          new ToController.PartFailed(2, 4, 12, "No space left on device"),
          new ToController.StopAnswer(2, 20, true, 12),
          new ToController.Waiting(2, "allReduce", 5000, List.of(0, 3)),
          new ToController.Arrivals(2, List.of(7L, 1L << 40)),
          new ToController.PeerDied(2, 3),
          new ToController.LinkLost(2, List.of(1, 3), "rank 0 has not heard rank 1"),
          new ToController.Warmed(),
          new ToController.LeftRun(),
          new ToController.Logged(2, 1_700_000_000_000L, "samples/000000000012-2-1.png"),
          new ToController.Load(2, 1, "{\"point\":{},\"data\":[]}"),
          new ToController.Unwound(
              2,
              "thread \"poller\" running",
              new ToController.Held(7, true, 99, 3, 1, 4, List.of(2, 1))),
          new ToController.Stays(2, "no live state"),
          new ToController.RolledBack(2, 57, "the loss is NaN"),
          new ToController.Storing(2),
          new ToController.Traffic(1, 2, 3, 1L << 40),
          new ToController.Noticed(2, 30_000, "SIGTERM"),
          new ToController.Returned(2, "{\"ok\":true}", true),
          new ToController.Failed(
                  2, 12, "java.io.IOException", "threw", "a.B.train(B.java:7)", "stack\n\tat a")
              .held(new ToController.Held(7, true, 99, 3, 1, 4, List.of(2, 1))),
          new ToController.Stacks(2, "main\n\tat x"),
          new ToController.Pong(5));

  static final List<ToWorker> TO_WORKER =
      List.of(
          new ToWorker.Welcome(3, 2000, 1000),
          new ToWorker.Join(
              2, PLACE, RUN, new ToWorker.Start("c-3", 12, 3, 4, "{}", 17, 1, 4), LOOP),
          new ToWorker.Go(2, List.of("one", "two")),
          new ToWorker.Gathered(2, List.of("one", "two")),
          new ToWorker.Warm(LOOP),
          new ToWorker.Validate("c-3", RUN, LOOP, "cuda:1", 3),
          new ToWorker.Ack(77),
          new ToWorker.Committed(2, 4, "{\"name\":\"c-4\"}"),
          new ToWorker.NotCommitted(2, 4, "rank 3 is missing"),
          new ToWorker.Stop(2, 20),
          new ToWorker.Resize(2),
          new ToWorker.Notice(2, List.of(1, 3), 1_700_000_000_000L),
          new ToWorker.Abort(2, "rank 3 died", true),
          new ToWorker.Dump(2),
          new ToWorker.Ping(5),
          new ToWorker.Leave(),
          new ToWorker.LeaveRun());

  private Messages() {}
}
