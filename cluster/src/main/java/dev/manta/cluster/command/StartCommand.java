package dev.manta.cluster.command;

import dev.manta.cli.ExitCode;
import dev.manta.cli.Supervisor;
import dev.manta.cluster.daemon.DaemonSettings;
import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.cluster.daemon.Described;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta start`
@Command(
    name = "start",
    description = {
      "Make this machine a node of a cluster.",
      "--head begins a cluster, --address joins one, both make a further node that may be the head."
    })
final class StartCommand implements Callable<Integer> {
  private static final Duration LEAVES = Duration.ofSeconds(60);

  @Option(names = "--head", description = "This node may be the head.")
  boolean head;

  @Option(names = "--address", paramLabel = "HOST:PORT", description = "Where a head is.")
  Optional<String> address = Optional.empty();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The join token; or the token itself in the variable MANTA_TOKEN.")
  Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--storage",
      paramLabel = "DIR",
      description = "Where runs are kept that do not say it themselves; all nodes reach it.")
  Optional<String> storage = Optional.empty();

  @Option(names = "--name", description = "The node's name; the machine's unless given.")
  Optional<String> name = Optional.empty();

  @Option(names = "--host", description = "The address under which others reach this machine.")
  Optional<String> host = Optional.empty();

  @Option(
      names = "--port",
      description = "Where drivers call this node: 6379 for a head, else any that is free.")
  Optional<String> port = Optional.empty();

  @Option(names = "--data-host", description = "The address for traffic between workers.")
  Optional<String> dataHost = Optional.empty();

  @Option(names = "--ports", paramLabel = "A-B", description = "Ports to take, as 40000-40999.")
  Optional<String> ports = Optional.empty();

  @Option(names = "--cpus", description = "CPU cores for workers; all unless given.")
  Optional<String> cpus = Optional.empty();

  @Option(names = "--gpus", description = "GPUs for workers; all unless given.")
  Optional<String> gpus = Optional.empty();

  @Option(names = "--memory", description = "Memory for workers, as 64g.")
  Optional<String> memory = Optional.empty();

  @Option(names = "--resources", paramLabel = "N=X,…", description = "Resources of your own.")
  Optional<String> resources = Optional.empty();

  @Option(names = "--labels", paramLabel = "N=V,…", description = "Labels of your own.")
  Optional<String> labels = Optional.empty();

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = "Serve metrics for Prometheus there, to this machine alone; 0 for a free one.")
  Optional<String> metricsPort = Optional.empty();

  @Option(
      names = "--metrics-host",
      paramLabel = "HOST",
      description = "Serve them at another address, as 0.0.0.0, to all who reach it.")
  Optional<String> metricsHost = Optional.empty();

  @Option(
      names = "--dashboard-port",
      paramLabel = "PORT",
      description = "With --head: show the cluster and its runs in the browser, as at 8265.")
  Optional<String> dashboardPort = Optional.empty();

  @Option(
      names = "--dashboard-host",
      paramLabel = "HOST",
      description = "Show them at another address than this machine's own, encrypted.")
  Optional<String> dashboardHost = Optional.empty();

  @Option(names = "--data-dir", paramLabel = "DIR", description = "Where the daemon keeps all.")
  Optional<Path> dataDirectory = Optional.empty();

  @Option(names = "--block", description = "Stay in the foreground, without a supervisor.")
  boolean block;

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!head && address.isEmpty()) {
      throw new IllegalArgumentException(
          "--head begins a cluster, --address HOST:PORT joins one; which is it?");
    }
    if (dashboardPort.isPresent() && !head) {
      throw new IllegalArgumentException(
          "--dashboard-port needs --head: only who may be the head knows the whole cluster");
    }
    if (dashboardHost.isPresent() && dashboardPort.isEmpty()) {
      throw new IllegalArgumentException("--dashboard-host needs --dashboard-port, such as 8265");
    }
    DataDirectory directory =
        dataDirectory.map(DataDirectory::new).orElseGet(DataDirectory::usual).made();
    requireNone(directory);
    keepToken(directory);
    directory.keep(directory.settings(), settings().bytes());
    return block ? stay(directory) : detach(directory);
  }

  private static void requireNone(DataDirectory directory) throws IOException {
    DaemonAt there = new DaemonAt(directory);
    if (there.pid().isPresent()) {
      throw new MantaException(
          ErrorCode.USER,
          "a daemon runs in %s already (process %s); `manta stop` ends it, --data-dir names another"
              .formatted(directory.root(), there.pid().getAsLong()));
    }
    Files.deleteIfExists(directory.ready());
  }

  /// A daemon that is started again needs the token, too, so it lies beside its other files.
  private void keepToken(DataDirectory directory) throws IOException {
    if (address.isEmpty()) {
      return;
    }
    String variable = System.getenv("MANTA_TOKEN");
    if (tokenFile.isPresent()) {
      keep(new TokenFile(tokenFile.get()).read(), directory);
    } else if (variable != null && !variable.isBlank()) {
      keep(LinkToken.parse(variable), directory);
    } else if (!Files.exists(directory.joinToken())) {
      throw new MantaException(
          ErrorCode.USER,
          "joining needs the join token of the cluster: --token-file FILE, or the variable"
              + " MANTA_TOKEN");
    }
  }

  private static void keep(LinkToken token, DataDirectory directory) throws IOException {
    if (token.kind() != LinkToken.Kind.JOIN) {
      throw new MantaException(
          ErrorCode.USER, "this is a user token; joining needs the one from join.token");
    }
    new TokenFile(directory.joinToken()).write(token);
  }

  private Described settings() {
    Map<String, String> values = new TreeMap<>();
    if (head) {
      values.put(DaemonSettings.HEAD, "true");
      values.put(DaemonSettings.PORT, port.orElse(Integer.toString(HeadAddress.PORT)));
    } else {
      port.ifPresent(given -> values.put(DaemonSettings.PORT, given));
    }
    put(values, DaemonSettings.ADDRESS, address);
    put(values, DaemonSettings.STORAGE, storage);
    put(values, DaemonSettings.NAME, name);
    put(values, DaemonSettings.HOST, host);
    put(values, DaemonSettings.DATA_HOST, dataHost);
    put(values, DaemonSettings.PORTS, ports);
    put(values, DaemonSettings.CPUS, cpus);
    put(values, DaemonSettings.GPUS, gpus);
    put(values, DaemonSettings.MEMORY, memory);
    put(values, DaemonSettings.RESOURCES, resources);
    put(values, DaemonSettings.LABELS, labels);
    put(values, DaemonSettings.METRICS_PORT, metricsPort);
    put(values, DaemonSettings.METRICS_HOST, metricsHost);
    put(values, DaemonSettings.DASHBOARD_PORT, dashboardPort);
    put(values, DaemonSettings.DASHBOARD_HOST, dashboardHost);
    return new Described(values);
  }

  private static void put(Map<String, String> values, String key, Optional<String> value) {
    value.ifPresent(given -> values.put(key, given));
  }

  private static int stay(DataDirectory directory) throws IOException, InterruptedException {
    Process daemon = new ProcessBuilder(DaemonCommandLine.of(directory)).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(daemon), "manta-block-exit"));
    DaemonCommandLine.prepare();
    return daemon.waitFor();
  }

  /// Who ends this process means the daemon, which leaves its cluster first.
  private static void end(Process daemon) {
    daemon.destroy();
    try {
      daemon.waitFor(LEAVES.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int detach(DataDirectory directory) throws IOException, InterruptedException {
    Process supervisor = Supervisor.startDaemon(DaemonCommandLine.of(directory), directory.log());
    Described ready = new StartedDaemon(supervisor, directory).awaitReady();
    tell(ready, directory, spec.commandLine().getOut());
    DaemonCommandLine.prepare();
    return ExitCode.OK;
  }

  private void tell(Described ready, DataDirectory directory, PrintWriter out) {
    String name = ready.find("name").orElse("");
    String at = ready.find("address").orElse("").replace("manta://", "");
    out.println("node " + name + (head ? " may be the head, at " : " is a node, at ") + at);
    if (address.isEmpty()) {
      out.println("  others join   manta start --address " + at + " --token-file join.token");
      out.println("  with a copy of " + directory.joinToken());
      out.println("  programs run  MANTA_ADDRESS=manta://" + at + " manta run Train.java");
      out.println("  with MANTA_TOKEN_FILE=" + directory.userToken());
      out.println("  who has the user token runs code as this user on every node");
    }
    directory
        .kept(directory.dashboard())
        .map(link -> new String(link, StandardCharsets.UTF_8))
        .ifPresent(link -> out.println("  dashboard     " + link));
    out.println("  look          manta status" + option(directory));
    out.println("  end           manta stop" + option(directory));
    out.println("  log           " + directory.log());
  }

  private static String option(DataDirectory directory) {
    return directory.equals(DataDirectory.usual()) ? "" : " --data-dir " + directory.root();
  }
}
