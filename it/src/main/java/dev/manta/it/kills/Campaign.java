package dev.manta.it.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Runs histories until there were enough blows.
public final class Campaign {
  private static final int BLOWS_PER_HISTORY = 10;

  private final int count;
  private final long seed;
  private final int width;
  private final Consumer<String> out;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger blows = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();

  /// @param count how many blows
  /// @param seed decides who is struck, how and when
  /// @param width how many runs at a time
  /// @param out hears what happens
  public Campaign(int count, long seed, int width, Consumer<String> out) {
    if (count < 1 || width < 1) {
      throw new IllegalArgumentException(
          "count and width must be at least 1, not " + count + " and " + width);
    }
    this.count = count;
    this.seed = seed;
    this.width = width;
    this.out = out;
  }

  /// Whether no history violated a rule.
  public boolean run() throws InterruptedException {
    out.accept("kills: " + count + " blows, seed " + seed + ", " + width + " runs at a time");
    long begin = System.nanoTime();
    List<Thread> lanes = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      lanes.add(Thread.ofPlatform().name("lane-" + i).start(this::lane));
    }
    for (Thread lane : lanes) {
      lane.join();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    out.accept(
        "kills: %s blows in %s runs, %s with violations, %s s"
            .formatted(blows.get(), begun.get(), broken.get(), took.toSeconds()));
    return broken.get() == 0;
  }

  private void lane() {
    while (blows.get() < count && broken.get() == 0) {
      int number = begun.incrementAndGet();
      try {
        history(number);
      } catch (IOException | RuntimeException e) {
        broken.incrementAndGet();
        out.accept("kills: run " + number + " could not be judged: " + e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void history(int number) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("mk");
    var findings = new Findings();
    boolean detached = number % 2 == 0;
    var history = new History(directory, new Random(seed + number), findings, detached);
    int struck = history.run(Math.clamp(count - blows.get(), 1, blowsPerHistory()));
    blows.addAndGet(struck);
    out.accept(
        "kills: run "
            + number
            + (detached ? ", detached, " : ", ")
            + struck
            + " blows, "
            + verdict(findings));
    if (findings.none()) {
      delete(directory);
    } else {
      broken.incrementAndGet();
      tell(findings, directory);
    }
  }

  /// So few that there are two histories at least: every second one is of a detached run.
  private int blowsPerHistory() {
    return Math.min(BLOWS_PER_HISTORY, (count + 1) / 2);
  }

  private static String verdict(Findings findings) {
    return findings.none() ? "fine" : findings.violations().size() + " violations";
  }

  private void tell(Findings findings, Path directory) {
    findings.told().forEach(each -> out.accept("  " + each));
    findings.violations().forEach(each -> out.accept("  VIOLATION " + each));
    out.accept("  what is left of it: " + directory);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> below = Files.walk(directory)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
