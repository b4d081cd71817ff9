package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunSite;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What other processes of this machine ask of a run: small files in the run's directory, which its
/// driver takes.
public final class RunRequests implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(5);
  private static final String SUFFIX = ".json";

  private final Path directory;
  private final Consumer<RunRequest> taken;
  private final Thread thread;

  private RunRequests(Path directory, Consumer<RunRequest> taken) {
    this.directory = directory;
    this.taken = taken;
    this.thread = Thread.ofPlatform().daemon().name("manta-requests").unstarted(this::serve);
  }

  /// Takes what is asked from now on; what was asked of an earlier driver is forgotten, unless this
  /// one continues with its workers.
  static RunRequests open(RunSite site, boolean attaches, Consumer<RunRequest> taken) {
    var requests = new RunRequests(of(site), taken);
    if (!attaches) {
      requests.files().forEach(RunRequests::delete);
    }
    requests.thread.start();
    return requests;
  }

  private static Path of(RunSite site) {
    return site.directory().resolve("requests");
  }

  /// Asks the driver of a run, and waits until it has taken that.
  public static void ask(Location run, RunRequest request) {
    RunSite site = RunSite.of(run.name(), run);
    try {
      Path asked = write(Files.createDirectories(of(site)), Bind.write(request, RunRequest.class));
      awaitTaken(site, asked);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot ask run " + run.name() + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.USER, "interrupted while asking " + run.name(), e);
    }
  }

  private static Path write(Path directory, Json request) throws IOException {
    String name = UUID.randomUUID().toString();
    Path half = Files.write(directory.resolve(name), request.bytes());
    return Files.move(half, directory.resolve(name + SUFFIX), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void awaitTaken(RunSite site, Path asked)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TAKEN_WITHIN.toNanos();
    while (Files.exists(asked)) {
      if (System.nanoTime() > end && Files.deleteIfExists(asked)) {
        throw new MantaException(
            ErrorCode.USER,
            "nobody runs %s on this machine: what was asked was not taken within %s s"
                .formatted(site.name(), TAKEN_WITHIN.toSeconds()));
      }
      Thread.sleep(LOOK_EVERY.toMillis() / 4);
    }
  }

  private void serve() {
    try {
      while (true) {
        files().forEach(this::take);
        Thread.sleep(LOOK_EVERY);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Path> files() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException gone) {
      return List.of();
    }
  }

  private void take(Path file) {
    try {
      RunRequest request = Bind.read(Json.parse(Files.readAllBytes(file)), RunRequest.class);
      taken.accept(request);
    } catch (IOException | IllegalArgumentException unreadable) {
      System.getLogger("dev.manta.control")
          .log(System.Logger.Level.WARNING, "a request cannot be read: " + unreadable);
    }
    delete(file);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot take the request " + file, e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
