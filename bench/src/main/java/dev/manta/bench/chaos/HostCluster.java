package dev.manta.bench.chaos;

import dev.manta.bench.Jvm;
import dev.manta.bench.Launcher;
import dev.manta.testkit.hosts.Host;
import dev.manta.testkit.hosts.Hosts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// One host for the driver, and others with a daemon each; the first of those is the head. Each has
/// capacity for one worker, so that a run of several is on several.
public final class HostCluster implements AutoCloseable {
  /// The driver's host; it has no daemon.
  public static final int DRIVER = 0;

  /// The host whose daemon is the head.
  public static final int HEAD = 1;

  private static final int PORT = 6379;
  private static final double CPUS = 1;
  private static final long COMMAND_SECONDS = 60;
  private static final Duration BACK_MAX = Duration.ofSeconds(20);
  private static final String DAEMON_JARS = "manta.daemon.jars";

  /// Below a host's own /tmp, so it is gone with the host.
  private static final String DATA = "/tmp/manta-node";

  private final Hosts hosts;
  private final Path directory;
  private final Consumer<String> tell;
  private final int[] lives;
  private final double[] seconds;
  private final Optional<Path> cache;

  private HostCluster(
      Hosts hosts, int count, Path directory, Optional<Path> cache, Consumer<String> tell) {
    this.hosts = hosts;
    this.directory = directory;
    this.tell = tell;
    this.lives = new int[count + 1];
    this.seconds = new double[count + 1];
    this.cache = cache;
  }

  /// Starts hosts that have no start-up caches.
  ///
  /// @param count how many hosts with daemons
  /// @param directory what all hosts see
  static HostCluster open(int count, Path directory, Consumer<String> tell)
      throws IOException, InterruptedException {
    return open(count, directory, Optional.empty(), tell);
  }

  /// Starts hosts that share their caches, also with clusters before and after this one.
  ///
  /// @param count how many hosts with daemons
  /// @param directory what all hosts see
  public static HostCluster open(int count, Path directory, Path cache, Consumer<String> tell)
      throws IOException, InterruptedException {
    return open(count, directory, Optional.of(cache), tell);
  }

  private static HostCluster open(
      int count, Path directory, Optional<Path> cache, Consumer<String> tell)
      throws IOException, InterruptedException {
    List<Path> visible = new ArrayList<>(visible(directory));
    cache.ifPresent(visible::add);
    var cluster =
        new HostCluster(Hosts.open(count + 1, CPUS, visible), count, directory, cache, tell);
    try {
      for (int number = HEAD; number <= count; number++) {
        cluster.start(number);
      }
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /// What the processes on hosts must see of this machine's `/tmp`.
  public static List<Path> visible(Path directory) {
    var paths = new TreeSet<Path>(List.of(directory));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      paths.add(Path.of(entry).toAbsolutePath().resolveSibling(""));
    }
    Launcher.cache().ifPresent(cache -> paths.add(cache.resolveSibling("")));
    return List.copyOf(paths);
  }

  /// The hosts with daemons.
  IntStream withDaemons() {
    return IntStream.range(HEAD, lives.length);
  }

  public Host host(int number) {
    return hosts.get(number);
  }

  /// The name of a host's node: that of a machine which was replaced is not used again.
  String node(int number) {
    return host(number).name() + (lives[number] == 0 ? "" : "-" + lives[number]);
  }

  private String data(int number) {
    return number == HEAD ? directory.resolve("head").toString() : DATA;
  }

  Path userToken() {
    return directory.resolve("head").resolve("user.token");
  }

  private Path joinToken() {
    return directory.resolve("head").resolve("join.token");
  }

  /// Starts a host's daemon; returns when it has joined.
  void start(int number) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("start", "--name", node(number)));
    words.addAll(List.of("--host", host(number).address(), "--data-dir", data(number)));
    words.addAll(List.of("--cpus", "1"));
    if (number == HEAD) {
      Path storage = Files.createDirectories(directory.resolve("runs"));
      words.addAll(List.of("--head", "--port", "" + PORT, "--storage", storage.toString()));
    } else {
      words.addAll(List.of("--address", host(HEAD).address() + ":" + PORT));
      words.addAll(List.of("--token-file", joinToken().toString()));
    }
    long before = System.nanoTime();
    manta(number, words);
    seconds[number] = (System.nanoTime() - before) / 1e9;
  }

  /// Another machine in the place of one that was killed.
  void replace(int number) throws IOException, InterruptedException {
    hosts.replace(number);
    lives[number]++;
    start(number);
  }

  /// Kills a host's daemon; its supervisor is left.
  void killDaemon(int number) throws IOException, InterruptedException {
    String process = data(number) + "/process";
    run(number, List.of("sh", "-c", "kill -9 $(sed -n 's/^pid=//p' \"$0\")", process));
  }

  /// Tells a host to leave; one that was cut off from the head may not be back yet.
  void drain(int number, long seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + BACK_MAX.toNanos();
    while (true) {
      try {
        manta(HEAD, List.of("drain", node(number), "--within", seconds + "s"));
        return;
      } catch (IOException away) {
        if (System.nanoTime() > end) {
          throw away;
        }
      }
    }
  }

  /// Runs a command of Manta's on a host, and waits for it.
  void manta(int number, List<String> words) throws IOException, InterruptedException {
    List<String> command = java();
    command.add("dev.manta.cli.Main");
    command.addAll(words);
    run(number, command);
  }

  /// A JVM with what this one has, which begins as the launcher's do.
  public static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(Jvm.launchedFlags());
    command.add("-XX:-UsePerfData");
    Optional.ofNullable(System.getProperty(DAEMON_JARS))
        .ifPresent(jars -> command.add("-D" + DAEMON_JARS + "=" + jars));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  /// What a driver must know.
  public Map<String, String> variables() {
    Map<String, String> all = new TreeMap<>();
    all.put("MANTA_ADDRESS", "manta://" + host(HEAD).address() + ":" + PORT);
    all.put("MANTA_TOKEN_FILE", userToken().toString());
    cache.ifPresent(shared -> all.put("XDG_CACHE_HOME", shared.toString()));
    return all;
  }

  /// How long the last start of a host's daemon took, from its command to its membership.
  public double secondsToStart(int number) {
    return seconds[number];
  }

  /// The memory that a host's daemon has now.
  public double residentKilobytes(int number) throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "rss", "");
    String script = "grep VmRSS /proc/$(sed -n 's/^pid=//p' \"$0\")/status > \"$1\"";
    run(number, List.of("sh", "-c", script, data(number) + "/process", out.toString()));
    return Double.parseDouble(Files.readString(out).replaceAll("\\D", ""));
  }

  private void run(int number, List<String> command) throws IOException, InterruptedException {
    Path said = Files.createTempFile(directory, "said", ".log");
    ProcessBuilder builder = host(number).command(directory, command);
    builder.environment().putAll(variables());
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    boolean ended = process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          "%s on %s %s: %s"
              .formatted(
                  String.join(
                      " ", command.subList(Math.max(0, command.size() - 8), command.size())),
                  node(number),
                  ended ? "failed" : "did not end",
                  Files.readString(said)));
    }
    Files.delete(said);
  }

  /// Every node leaves; what they leave behind then is too much.
  void stop() throws IOException, InterruptedException {
    for (int number = lives.length - 1; number >= HEAD; number--) {
      manta(number, List.of("stop", "--data-dir", data(number)));
    }
    tell.accept("all nodes have left");
  }

  @Override
  public void close() {
    hosts.close();
  }
}
