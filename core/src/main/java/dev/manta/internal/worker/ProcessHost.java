package dev.manta.internal.worker;

import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.data.SampledByAbsolutePath;
import dev.manta.internal.loop.Signals;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.machine.Sessions;
import dev.manta.internal.wire.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A process of its own.
final class ProcessHost implements SessionHost {
  private static final int STATUS_ORPHANED = 70;
  private static final long SWEEP_MILLIS = 500;

  private final String door;
  private volatile boolean waited;
  private volatile @Nullable WorkerSession watched;
  private final ControllerDial dial;
  private final long alone;
  private @Nullable Signals terminations;

  ProcessHost(String door, ControllerDial dial, long alone) {
    this.door = door;
    this.dial = dial;
    this.alone = alone;
  }

  @Override
  public long aloneMillis() {
    return alone;
  }

  @Override
  public Path temp() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  @Override
  public ClassLoader loader() {
    return ClassLoader.getSystemClassLoader();
  }

  @Override
  public Rendezvous rendezvous(String run) {
    return Rendezvous.open(CollectiveSettings.in(Path.of(door)));
  }

  @Override
  public void watch(WorkerSession session) {
    if (watched == null) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::exiting, "manta-exit"));
    }
    watched = session;
    Thread.setDefaultUncaughtExceptionHandler(session::uncaught);
  }

  private void exiting() {
    WorkerSession last = watched;
    if (last != null) {
      last.exiting();
    }
  }

  /// Processes that the function has started end with its run, and so do temporary files.
  @Override
  public void clear() {
    giveBackTermination();
    Sessions.endOthers();
    try (Stream<Path> left = Files.list(temp())) {
      left.forEach(FileTree::delete);
    } catch (IOException e) {
      System.err.println("manta: temporary files of an earlier run stay: " + e);
    }
  }

  @Override
  public void seated(String run, int rank) {
    System.setProperty("manta.run-name", run);
    System.setProperty("manta.rank", Integer.toString(rank));
  }

  @Override
  public void sampleByAbsolutePath(boolean byAbsolutePath) {
    SampledByAbsolutePath.inThisProcess(byAbsolutePath);
  }

  /// SIGTERM is a notice: the controller ends this process when others have taken its place.
  @Override
  public synchronized void onTermination(Runnable told) {
    terminations = Signals.take("TERM", told);
  }

  /// A process without a run ends by the signal, as any does.
  private synchronized void giveBackTermination() {
    if (terminations != null) {
      terminations.close();
      terminations = null;
    }
  }

  @Override
  public Link callAgain(int attempt, int rank, long acknowledged) throws IOException {
    waited = true;
    return dial.ringAgain(attempt, rank, acknowledged);
  }

  @Override
  public void exit(int status) {
    Runtime.getRuntime().halt(status);
  }

  /// A killed driver can neither end what the function has started nor sweep, so its workers do,
  /// the latter for as long as there is time.
  @Override
  public void orphaned() {
    System.err.println("manta: the controller is gone; this worker ends");
    Sessions.endOthers();
    Thread sweeper = new Thread(this::sweep, "manta-sweep");
    sweeper.setDaemon(true);
    sweeper.start();
    try {
      sweeper.join(SWEEP_MILLIS);
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
    exit(STATUS_ORPHANED);
  }

  /// At a door that outlives its owner others may still wait, unless this worker did so in vain.
  private void sweep() {
    Path directory = Path.of(door);
    boolean lasting = directory.toFile().getName().startsWith(WorkerMain.LASTING);
    if (waited || !lasting) {
      FileTree.delete(directory);
    }
    Scratch.leave(temp());
  }
}
