package dev.manta.bench.torch;

import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Searches the same space twice, by ASHA with TPE and by random search, 30 trials each of which 4
/// run at a time.
public final class DigitsSearchProgram {
  private static final int TRIALS = 30;
  private static final int CONCURRENT = 4;

  /// What random search reaches with about one trial of three, five and ten.
  private static final List<Double> TARGETS = List.of(0.96, 0.97, 0.975);

  /// JavaCPP reads arrays by a class that JDK 25 warns about.
  private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  private DigitsSearchProgram() {}

  /// Takes a directory and a seed. Odd seeds begin with random search.
  public static void main(String[] args) throws IOException {
    long seed = Long.parseLong(args[1]);
    Path storage = Path.of(args[0], "experiments");
    boolean randomFirst = seed % 2 != 0;
    AccuracyCourse first = randomFirst ? random(storage, seed) : halving(storage, seed);
    AccuracyCourse second = randomFirst ? halving(storage, seed) : random(storage, seed);
    say(randomFirst ? second : first, randomFirst ? first : second);
  }

  /// Where a search does not get as far, its time is that of all its trials, and ASHA's also that
  /// of random search: somebody who wants the accuracy would have to resume that.
  private static void say(AccuracyCourse halving, AccuracyCourse random) {
    for (double target : TARGETS) {
      double theirs = random.meanSecondsTo(target, CONCURRENT).orElse(random.seconds());
      double ours = halving.secondsTo(target).orElse(halving.seconds() + theirs);
      String name = Long.toString(Math.round(1000 * target));
      say("part-" + name, ours / theirs);
      say("halving-seconds-" + name, ours);
      say("random-seconds-" + name, theirs);
    }
    say("part-whole", halving.seconds() / random.seconds());
    say("halving-whole", halving.seconds());
    say("random-whole", random.seconds());
    say("halving-accuracy", halving.best());
    say("random-accuracy", random.best());
  }

  private static void say(String figure, double value) {
    System.out.println("figure " + figure + " " + value);
  }

  private static AccuracyCourse halving(Path storage, long seed) throws IOException {
    TuneConfig search =
        search(seed).searcher(Searcher.tpe()).scheduler(Scheduler.asha(DigitsTrial.EPOCHS));
    return run("halving", search, storage);
  }

  private static AccuracyCourse random(Path storage, long seed) throws IOException {
    TuneConfig search = search(seed).searcher(Searcher.random()).scheduler(Scheduler.fifo());
    return run("random", search, storage);
  }

  private static TuneConfig search(long seed) {
    return TuneConfig.maximize(DigitsTrial.ACCURACY)
        .samples(TRIALS)
        .concurrent(CONCURRENT)
        .seed(seed);
  }

  private static AccuracyCourse run(String name, TuneConfig search, Path storage)
      throws IOException {
    double begin = System.currentTimeMillis() / 1e3;
    ResultGrid results =
        Tuner.ofLoop(DigitsTrial::run)
            .search(search)
            .jvmOptions(ALLOW_UNSAFE)
            .run(RunConfig.named(name).storage(storage.toString()).quiet())
            .fit();
    if (!results.errors().isEmpty()) {
      throw new IOException("trials failed: " + results.errors().getFirst().error());
    }
    double end = System.currentTimeMillis() / 1e3;
    return AccuracyCourse.of(results, end - begin);
  }
}
