package dev.manta.bench.trees;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Noise;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One library on two of Manta's workers, beside the library's own way to two processes, and beside
/// one worker.
///
/// @param library its name in results
/// @param two Manta with two workers
/// @param one Manta with one
/// @param peer the library's own way
/// @param memoryBar what the memory of the largest worker is held against
record Contest(String library, Subject two, Subject one, Rival peer, Bar memoryBar) {
  private static final double TIMES_PEER = 1;
  private static final double TIMES_ONE_WORKER = 1.5;
  private static final double LOSS_PART = 0.005;
  private static final Noise STILL = new Noise(new double[0], 1);

  /// Measures all by turns.
  List<BenchResult> results(BenchContext context) throws IOException, InterruptedException {
    List<Samples> samples =
        context.alternate(two, List.of(peer, new Rival("1 worker", Optional.of(one))));
    return Stream.concat(
            besidePeer().map(question -> question.answer(samples.getFirst())),
            Stream.of(
                memory().answer(still(samples.getFirst())),
                new Agreement(library + ", log loss of held-out rows", LOSS_PART)
                    .answer(samples.getFirst()),
                besideOneWorker().answer(samples.getLast())))
        .toList();
  }

  private Stream<Question> besidePeer() {
    return Stream.of(
        low("seconds", "Parquet to model", "s", Bar.timesPeer(TIMES_PEER)),
        low("behind", "the same without the start of processes", "s", Bar.none()),
        low("first", "of that, to the first tree", "s", Bar.none()),
        low("cpu", "processor time of all processes", "s", Bar.none()),
        Question.high("rate", library + ", rounds on 2 workers", "rounds/s", Bar.none()),
        low("all-peak", "peak memory of all processes", "MB", Bar.none()));
  }

  private Question memory() {
    return low("worker-peak", "peak memory of the largest worker", "MB", memoryBar);
  }

  /// The same as on a machine with nothing else to do: memory does not depend on that.
  private static Samples still(Samples samples) {
    return new Samples(samples.peerName(), samples.mantaRuns(), samples.peerRuns(), STILL);
  }

  private Question low(String figure, String name, String unit, Bar bar) {
    return Question.low(figure, library + ", " + name, unit, bar);
  }

  private Question besideOneWorker() {
    return Question.high(
        "rate",
        library + ", rounds on 2 workers, beside 1",
        "rounds/s",
        Bar.timesPeer(TIMES_ONE_WORKER));
  }
}
