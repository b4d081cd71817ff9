package dev.manta.cluster.command;

import dev.manta.cli.ExitCode;
import dev.manta.cli.runs.TextTable;
import dev.manta.cluster.Resources;
import dev.manta.internal.head.ClusterStatus;
import dev.manta.internal.head.ClusterStatus.ClaimLine;
import dev.manta.internal.head.ClusterStatus.NodeLine;
import dev.manta.internal.head.HeadLink;
import dev.manta.spi.json.Bind;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta status`
@Command(
    name = "status",
    description = "Show the nodes of a cluster, who has what of them, and who waits for what.")
final class StatusCommand implements Callable<Integer> {
  private static final double GIB = 1L << 30;

  @Option(names = "--json", description = "As one JSON object.")
  boolean json;

  @Mixin HeadOptions options = new HeadOptions();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    try (HeadLink head = options.head()) {
      ClusterStatus status = head.status();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(Bind.write(status).text());
      } else {
        print(status, out);
      }
    }
    return ExitCode.OK;
  }

  static void print(ClusterStatus status, PrintWriter out) {
    var nodes = new TextTable().row("NODE", "STATE", "ADDRESS", "CPUS", "GPUS", "MEMORY", "RUNS");
    status.nodes().forEach(node -> nodes.row(row(node, status.head())));
    nodes.lines().forEach(out::println);
    if (!status.claims().isEmpty()) {
      out.println();
      var claims = new TextTable().row("RUN", "WORKERS", "WANTS", "WHO", "WAITS FOR");
      status.claims().forEach(claim -> claims.row(row(claim)));
      claims.lines().forEach(out::println);
    }
    if (!status.open()) {
      out.println();
      out.println("the head is new: it hears nodes and drivers first, and grants within seconds");
    }
  }

  private static String[] row(NodeLine line, String head) {
    Resources total = line.node().total();
    boolean isHead = line.node().name().equals(head);
    return new String[] {
      line.node().name() + (isHead ? " (head)" : ""),
      line.state(),
      line.address().host() + ":" + line.address().port(),
      number(total.cpus()),
      number(total.gpus()),
      String.format(Locale.ROOT, "%.1f GiB", (double) total.memoryBytes() / GIB),
      line.shares().stream()
          .map(share -> share.run() + " ×" + share.workers() + gpus(share))
          .collect(Collectors.joining(", "))
    };
  }

  private static String gpus(ClusterStatus.ShareLine share) {
    return share.gpus().isEmpty() ? "" : " on GPUs " + share.gpus();
  }

  private static String[] row(ClaimLine claim) {
    String wants =
        claim.least() == claim.most()
            ? Integer.toString(claim.least())
            : claim.least() + " to " + claim.most();
    return new String[] {
      claim.run(), Integer.toString(claim.has()), wants, claim.who(), claim.waits()
    };
  }

  private static String number(double amount) {
    return amount == Math.rint(amount) ? Long.toString((long) amount) : Double.toString(amount);
  }
}
