package dev.manta.testkit.collective;

import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.NetworkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/// Random programs of collectives over random group sizes and all transports, each checked bit by
/// bit: `./dev programs --count 10000 --seed 1`.
public final class Programs {
  private static final int RANKS_MAX = 8;
  private static final int PER_GROUP = 10;
  private static final int TOLD_EVERY = 600;

  private Programs() {}

  /// Runs `--count` programs from `--seed`; one that differs from the reference is an error.
  public static void main(String[] args) throws IOException {
    int count = Integer.parseInt(option(args, "--count", "1000"));
    long seed = Long.parseLong(option(args, "--seed", Long.toString(System.nanoTime() >>> 10)));
    Path directory = Files.createTempDirectory("manta-programs");
    try {
      long start = System.nanoTime();
      System.out.println(count + " programs from seed " + seed);
      for (int done = 0; done < count; done += TOLD_EVERY) {
        run(Math.min(TOLD_EVERY, count - done), seed + done, transports(directory));
        System.out.println(Math.min(count, done + TOLD_EVERY) + " programs agree");
      }
      long seconds = (System.nanoTime() - start) / 1_000_000_000L;
      System.out.println(
          count + " programs agree with the reference bit by bit, " + seconds + " s");
    } finally {
      deleteFiles(directory);
    }
  }

  /// Runs programs in turn over the transports; throws with the seed of one that differs.
  public static void run(int count, long seed, List<IntFunction<Team>> transports) {
    for (int i = 0; i < count; i += PER_GROUP) {
      IntFunction<Team> transport = transports.get(i / PER_GROUP % transports.size());
      int ranks = 1 + new Random(seed + i).nextInt(RANKS_MAX);
      try (Team team = transport.apply(ranks)) {
        run(team, seed + i, Math.min(PER_GROUP, count - i));
      }
    }
  }

  private static void run(Team team, long seed, int count) {
    for (long program = seed; program < seed + count; program++) {
      Random random = new Random(program);
      int steps = 4 + random.nextInt(12);
      Program made = new Program(program, steps, random.nextBoolean() ? 2_000 : 40_000);
      try {
        team.every(rank -> made.run(rank, _ -> {}));
      } catch (AssertionError e) {
        throw new AssertionError("program of seed " + program + ", group of seed " + seed, e);
      }
    }
  }

  /// Every way to connect ranks of one process.
  public static List<IntFunction<Team>> transports(Path directory) {
    CollectiveSettings settings = CollectiveSettings.in(directory);
    CollectiveSettings portable = settings.withTransport(Transport.PORTABLE);
    NetworkSettings sockets =
        NetworkSettings.at(InetAddress.getLoopbackAddress(), NetworkSettings.Links.PLAIN);
    CollectiveSettings plain = settings.withNetwork(sockets);
    CollectiveSettings tls = settings.withNetwork(sockets.withLinks(NetworkSettings.Links.TLS));
    return List.of(
        Team::inProcess,
        ranks -> Team.through(settings, 1, ranks),
        ranks -> Team.through(portable, 1, ranks),
        ranks -> Team.through(plain.withTransport(Transport.TCP), 1, ranks),
        ranks -> Team.through(tls.withTransport(Transport.TCP), 1, ranks),
        ranks -> twoHosts(plain, ranks));
  }

  private static Team twoHosts(CollectiveSettings settings, int ranks) {
    return ranks == 1
        ? Team.through(settings, 1, ranks)
        : Team.acrossHosts(settings, 1, (ranks + 1) / 2, ranks / 2);
  }

  private static String option(String[] args, String name, String otherwise) {
    int at = List.of(args).indexOf(name);
    return at < 0 || at + 1 == args.length ? otherwise : args[at + 1];
  }

  private static void deleteFiles(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(directory);
  }
}
