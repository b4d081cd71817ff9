package dev.manta.cli.runs;

import dev.manta.dashboard.Dashboard;
import dev.manta.dashboard.DashboardConfig;
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
      "Show runs and experiments in the browser, until Ctrl-C.",
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
    try (Dashboard dashboard = Dashboard.open(config())) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("dashboard: " + dashboard.address());
      dashboard
          .certificatePrint()
          .ifPresent(print -> out.println("its certificate has the SHA-256 print " + print));
      out.flush();
      if (!stayClosed) {
        Browser.open(dashboard.address());
      }
      new CountDownLatch(1).await(); // Ctrl-C ends the process
    }
    return CommandLine.ExitCode.OK;
  }

  private DashboardConfig config() {
    DashboardConfig config =
        reference.isEmpty()
            ? DashboardConfig.of(storage.root())
            : DashboardConfig.ofRun(storage.run(reference).location());
    return config.host(host).port(port);
  }
}
