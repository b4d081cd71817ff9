package dev.manta.cluster.node;

import dev.manta.cluster.head.RunIds;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The runs that have, or had, workers on this node: who their controller is, and a directory for
/// each. What workers have printed stays for a week.
final class NodeRuns implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.node");
  private static final Duration KEPT = Duration.ofDays(7);

  private final Path directory;
  private final Map<String, NodeGroup> open = new HashMap<>();
  private final Map<String, WorkerLease> leases = new HashMap<>();

  NodeRuns(Path directory) {
    this.directory = directory;
  }

  /// The directory of a run.
  Path of(String run) {
    Optional<String> refusal = RunIds.refusal(run);
    if (refusal.isPresent()) {
      throw new MantaException(ErrorCode.CLUSTER, refusal.get());
    }
    return directory.resolve(run);
  }

  /// Takes a run for a group. Whoever has it already lets go of its workers, unless it is a later
  /// controller; a group that is over takes nothing.
  ///
  /// @param driver the print of the driver that asks
  void take(NodeGroup group, String run, int term, String driver) throws IOException {
    NodeGroup before;
    synchronized (this) {
      requireLatest(run, term, driver);
      if (group.isOver()) {
        throw new IllegalStateException("the driver has gone");
      }
      new RunNote(of(run)).write(term, driver);
      before = open.put(run, group);
    }
    if (before != null) {
      before.yieldTo(term);
    }
  }

  /// Throws where a later controller, or another process as this one, has the run.
  ///
  /// The note of who was here last is obeyed while a group of the run is open here or workers of it
  /// are left: it keeps those from controllers that others have followed. Without them it keeps
  /// nothing, and is not obeyed: a run that was deleted and begins anew comes with its first term
  /// and from another process. That a controller is the run's own is not for the note to say, but
  /// for [NodeShares].
  synchronized void requireLatest(String run, int term, String driver) throws IOException {
    Optional<String> refusal = new RunNote(of(run)).refusal(term, driver);
    if (refusal.isPresent() && isHere(run)) {
      throw new MantaException(
          ErrorCode.CLUSTER, "controller %s of run %s %s".formatted(term, run, refusal.get()));
    }
  }

  private boolean isHere(String run) {
    return open.containsKey(run) || LocalCluster.hasLeft(of(run));
  }

  /// A run's workers are here by this lease from now on, also after their group has let them go.
  /// One that has ended meanwhile takes the place of no other.
  void lease(String run, WorkerLease lease) {
    synchronized (this) {
      if (lease.isEnded()) {
        throw new IllegalStateException("the driver has gone");
      }
      endLease(run);
      leases.put(run, lease);
    }
    lease.keep(() -> expire(run, lease));
  }

  /// A run's workers need no lease from now on, or have another one.
  synchronized void endLease(String run) {
    WorkerLease before = leases.remove(run);
    if (before != null) {
      before.end();
    }
  }

  /// There are no workers that need it.
  synchronized void end(WorkerLease lease, String run) {
    leases.remove(run, lease);
    lease.end();
  }

  private void expire(String run, WorkerLease lease) {
    synchronized (this) {
      if (!leases.remove(run, lease)) {
        return;
      }
    }
    String why = "its driver has not renewed its lease";
    LOG.log(System.Logger.Level.WARNING, "the workers of run {0} are ended: {1}", run, why);
    end(run, "the workers of run " + run + " were ended: " + why);
  }

  /// A group has ended.
  synchronized void leave(String run, NodeGroup group) {
    open.remove(run, group);
  }

  /// A run is over, and with it the group that has it.
  synchronized void close(String run, NodeGroup group) {
    try {
      if (open.remove(run, group)) {
        new RunNote(of(run)).delete();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the note of a run that is over is left", e);
    }
  }

  /// Ends the workers of a run, those included that were left to themselves. What cannot be the id
  /// of a run has none.
  void end(String run) {
    end(run, "run " + run + " has lost its part of this node");
  }

  private void end(String run, String why) {
    if (RunIds.isId(run)) {
      group(run).ifPresent(group -> group.refuse(why));
      LocalCluster.endOthers(of(run), Set.of());
    }
  }

  private synchronized Optional<NodeGroup> group(String run) {
    return Optional.ofNullable(open.get(run));
  }

  /// Deletes what nobody needs any more.
  void sweep() {
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(directory)) {
      runs.forEach(this::sweep);
    } catch (IOException | DirectoryIteratorException none) {
      LOG.log(System.Logger.Level.DEBUG, "nothing is swept in " + directory, none);
    }
  }

  private synchronized void sweep(Path run) {
    try {
      if (!open.containsKey(run.getFileName().toString())
          && isOld(run)
          && !LocalCluster.hasLeft(run)) {
        FileTree.delete(run);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.log(System.Logger.Level.DEBUG, "not swept: " + run, e);
    }
  }

  /// Whether no worker of any run lives here.
  boolean isIdle() {
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(directory)) {
      for (Path run : runs) {
        if (LocalCluster.hasLeft(run)) {
          return false;
        }
      }
      return true;
    } catch (IOException | DirectoryIteratorException none) {
      return true;
    }
  }

  private static boolean isOld(Path run) throws IOException {
    Instant limit = Instant.now().minus(KEPT);
    try (Stream<Path> files = Files.walk(run, 2)) {
      for (Path file : files.toList()) {
        if (Files.getLastModifiedTime(file).toInstant().isAfter(limit)) {
          return false;
        }
      }
    }
    return true;
  }

  private synchronized List<NodeGroup> all() {
    return List.copyOf(open.values());
  }

  @Override
  public void close() {
    all().forEach(NodeGroup::end);
  }
}
