package dev.manta.cli.runs;

import dev.manta.dashboard.Dashboard;
import dev.manta.dashboard.DashboardConfig;
import dev.manta.dashboard.internal.api.CalledHead;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadVariables;
import dev.manta.internal.link.LinkToken;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta dashboard`
@Command(
    name = "dashboard",
    description = {
      "Show runs and experiments in the browser, until Ctrl-C; and the cluster that MANTA_ADDRESS",
      "names.",
      "Who has the printed link can read them, and stop those of this machine."
    })
public final class DashboardCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "Show only this run: its name, or its location.")
  String reference = "";

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = {
        "Where to listen (default: ${DEFAULT-VALUE}).",
        "Other addresses than those of this machine alone are encrypted."
      })
  String host = DashboardConfig.LOOPBACK;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "At which port (default: any that is free).")
  int port;

  @Option(names = "--no-open", description = "Print the link, and do not open it.")
  boolean stayClosed;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try (Dashboard dashboard = open()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("dashboard: " + dashboard.address());
      dashboard
          .certificatePrint()
          .ifPresent(print -> out.println("SHA-256 fingerprint of its certificate: " + print));
      out.flush();
      if (!stayClosed) {
        Browser.open(dashboard.address());
      }
      new CountDownLatch(1).await(); // Ctrl-C ends the process
    }
    return CommandLine.ExitCode.OK;
  }

  /// Where the environment names a cluster, that is shown too.
  private Dashboard open() {
    HeadVariables variables = HeadVariables.ofProcess();
    if (variables.address().isEmpty() || !reference.isEmpty()) {
      return Dashboard.open(config());
    }
    LinkToken token = variables.token();
    HeadAddress head = HeadAddress.parse(variables.address().get(), token.print());
    return Dashboard.open(config(), new CalledHead(head, token));
  }

  private DashboardConfig config() {
    DashboardConfig config =
        reference.isEmpty()
            ? DashboardConfig.of(storage.root())
            : DashboardConfig.ofRun(storage.run(reference).location());
    return config.host(host).port(port);
  }
}
