package dev.manta.bench.train;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Launcher;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Measures how soon Manta and Ray are under way, when both have been started before.
public final class WarmStart {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private WarmStart() {}

  /// Answers questions about Manta and a script of Ray's.
  public static List<BenchResult> againstRay(
      BenchContext context, Subject manta, String script, List<Question> questions)
      throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    manta.measure();
    Launcher.awaitCaches(LIMIT);
    Optional<Subject> ray =
        context.peers().script("ray", List.of("ray_peer.py", script), List.of());
    Samples samples = context.alternate("ray", manta, ray);
    return questions.stream().map(question -> question.answer(samples)).toList();
  }

  /// The same three questions, whatever is started.
  public static List<Question> questions(double secondsMax, double timesRay) {
    return List.of(
        Question.low("first", "fit() to first step", "s", Bar.of(secondsMax)),
        Question.low("first", "fit() to first step, against ray", "s", Bar.timesPeer(timesRay)),
        Question.low("second", "second fit() to first step", "s", Bar.of(secondsMax)));
  }
}
