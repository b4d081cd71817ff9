package dev.manta.cluster.daemon;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.dashboard.DashboardConfig;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.PortRange;
import dev.manta.internal.metrics.MetricsPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// What `manta start` was told; kept in the data directory, so that a daemon that is started again
/// is the same.
public record DaemonSettings(Described values) {
  public static final String HEAD = "head";
  public static final String ADDRESS = "address";
  public static final String NAME = "name";
  public static final String HOST = "host";
  public static final String PORT = "port";
  public static final String DATA_HOST = "data-host";
  public static final String PORTS = "ports";
  public static final String CPUS = "cpus";
  public static final String GPUS = "gpus";
  public static final String MEMORY = "memory";
  public static final String RESOURCES = "resources";
  public static final String LABELS = "labels";
  public static final String STORAGE = "storage";
  public static final String METRICS_PORT = "metrics-port";
  public static final String METRICS_HOST = "metrics-host";
  public static final String DASHBOARD_PORT = "dashboard-port";
  public static final String DASHBOARD_HOST = "dashboard-host";
  public static final String WITH_STARTER = "ends-with-starter";
  private static final int PORT_MAX = 65_535;

  /// Whether it may become the head.
  boolean candidate() {
    return values.find(HEAD).isPresent();
  }

  /// Where the cluster is that it joins; empty where it begins one.
  Optional<String> address() {
    return values.find(ADDRESS);
  }

  Optional<String> host() {
    return values.find(HOST);
  }

  int port() {
    return values.find(PORT).map(text -> port(PORT, text)).orElse(0);
  }

  Optional<String> dataHost() {
    return values.find(DATA_HOST);
  }

  PortRange ports() {
    return values.find(PORTS).map(DaemonPorts::parse).orElse(PortRange.ANY);
  }

  /// Where it serves metrics; nowhere where no port was given.
  OptionalInt metricsPort() {
    return values
        .find(METRICS_PORT)
        .map(text -> OptionalInt.of(port(METRICS_PORT, text)))
        .orElse(OptionalInt.empty());
  }

  String metricsHost() {
    return values.find(METRICS_HOST).orElse(MetricsPort.LOOPBACK);
  }

  /// Where it serves the dashboard; nowhere where no port was given.
  OptionalInt dashboardPort() {
    return values
        .find(DASHBOARD_PORT)
        .map(text -> OptionalInt.of(port(DASHBOARD_PORT, text)))
        .orElse(OptionalInt.empty());
  }

  String dashboardHost() {
    return values.find(DASHBOARD_HOST).orElse(DashboardConfig.LOOPBACK);
  }

  /// Whether it leaves when who started it is gone, and so its standard input ends.
  boolean endsWithStarter() {
    return values.find(WITH_STARTER).isPresent();
  }

  String storage() {
    return values.find(STORAGE).orElse("");
  }

  /// This machine as the user has described it; what was not said is as it was found.
  Node node(Node found) {
    Resources has = found.total();
    double gpus = amount(GPUS, has.gpus());
    Map<String, Double> custom = new TreeMap<>(has.custom());
    pairs(RESOURCES).forEach((name, value) -> custom.put(name, number(RESOURCES, value)));
    Map<String, String> labels = new TreeMap<>(found.labels());
    labels.putAll(pairs(LABELS));
    long memory = values.find(MEMORY).map(DaemonSettings::bytes).orElse(has.memoryBytes());
    return new Node(
        values.find(NAME).orElse(found.name()),
        new Resources(amount(CPUS, has.cpus()), gpus, memory, custom),
        names(found.gpuNames(), (int) gpus),
        labels);
  }

  /// As many names as there are GPUs; those that were only declared have none of their own.
  private static List<String> names(List<String> found, int gpus) {
    List<String> names = new ArrayList<>(found.subList(0, Math.min(gpus, found.size())));
    while (names.size() < gpus) {
      names.add("GPU");
    }
    return names;
  }

  private double amount(String option, double found) {
    return values.find(option).map(text -> number(option, text)).orElse(found);
  }

  private static double number(String option, String text) {
    try {
      double number = Double.parseDouble(text);
      if (number >= 0 && !Double.isInfinite(number)) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // said below
    }
    throw wrong(option, text, "a number of at least 0");
  }

  private static int port(String option, String text) {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= PORT_MAX) {
      return Integer.parseInt(text);
    }
    throw wrong(option, text, "a port: 0 to " + PORT_MAX);
  }

  private static MantaException wrong(String option, String text, String form) {
    return new MantaException(
        ErrorCode.USER, "--%s is \"%s\", which is not %s".formatted(option, text, form));
  }

  /// Reads `64g`, `500m` or a number of bytes.
  private static long bytes(String text) {
    String number = text.replaceFirst("(?i)[kmgt]?b?$", "");
    int power = "kmgt".indexOf(unit(text)) + 1;
    return (long) (number(MEMORY, number) * Math.pow(1024, power));
  }

  private static char unit(String text) {
    String plain = text.toLowerCase(Locale.ROOT).replaceFirst("b$", "");
    return plain.isEmpty() ? ' ' : plain.charAt(plain.length() - 1);
  }

  private Map<String, String> pairs(String option) {
    Map<String, String> pairs = new TreeMap<>();
    for (String pair : values.find(option).map(text -> text.split(",", -1)).orElse(new String[0])) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw wrong(option, pair, "name=value,name=value");
      }
      pairs.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return pairs;
  }
}
