package dev.manta.cli.doctor;

import dev.manta.cli.runs.RunStorage;
import dev.manta.cli.runs.TextTable;
import dev.manta.spi.json.Bind;
import dev.manta.storage.Location;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `manta doctor`
@Command(
    name = "doctor",
    description = {
      "Say whether this machine has what Manta needs, and how to fix what is wrong.",
      "Ends with 1 where training would fail."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Option(names = "--json", description = "One JSON object per line.")
  boolean json;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    List<Finding> findings = new Checkup(MachineFacts.here(directory())).findings();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      findings.forEach(finding -> out.println(Bind.write(finding).text()));
    } else {
      lines(findings).forEach(out::println);
    }
    boolean well = findings.stream().noneMatch(f -> f.level() == Finding.Level.PROBLEM);
    return well ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private Path directory() {
    Location root = storage.root();
    return root.isLocal() ? root.localPath() : Path.of(System.getProperty("user.home"));
  }

  private static List<String> lines(List<Finding> findings) {
    var table = new TextTable();
    for (Finding finding : findings) {
      table.row(finding.level().name().toLowerCase(Locale.ROOT), finding.thing(), finding.what());
      if (!finding.fix().isEmpty()) {
        table.row("", "", "to fix it: " + finding.fix());
      }
    }
    return table.lines();
  }
}
