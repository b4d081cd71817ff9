package dev.manta.cluster.command;

import dev.manta.cli.ExitCode;
import dev.manta.cli.runs.NodeLeaving;
import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// `manta stop` without a run: this machine leaves its cluster.
public final class DaemonLeaving implements NodeLeaving {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public int leave(Optional<Path> dataDirectory, PrintWriter out) {
    DataDirectory directory = dataDirectory.map(DataDirectory::new).orElseGet(DataDirectory::usual);
    long pid =
        new DaemonAt(directory)
            .pid()
            .orElseThrow(
                () ->
                    new MantaException(
                        ErrorCode.USER,
                        "no daemon runs in %s; to stop a run: manta stop RUN"
                            .formatted(directory.root())));
    ProcessHandle daemon = ProcessHandle.of(pid).orElseThrow();
    daemon.destroy();
    out.println("this node leaves; workers here get " + LIMIT.dividedBy(2).toSeconds() + " s");
    out.flush();
    await(daemon, directory);
    out.println("it has left");
    return ExitCode.OK;
  }

  private static void await(ProcessHandle daemon, DataDirectory directory) {
    try {
      daemon.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new MantaException(
          ErrorCode.CLUSTER,
          "process %s has not ended within %s s; see %s"
              .formatted(daemon.pid(), LIMIT.toSeconds(), directory.log()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
