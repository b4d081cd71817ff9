package dev.manta.it;

import dev.manta.it.kills.Campaign;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// `./dev kills`: real processes under kill -9 and kill -STOP at random moments.
public final class Kills {
  private static final String USAGE = "usage: ./dev kills [--count N] [--seed S] [--width W]";

  private Kills() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var options = new Options(args, USAGE);
    int count = (int) options.number("--count", 200);
    long seed = options.number("--seed", RandomGenerator.getDefault().nextLong(1_000_000));
    int width = (int) options.number("--width", 2);
    options.requireNoOthers();
    System.exit(new Campaign(count, seed, width, System.out::println).run() ? 0 : 1);
  }
}
