package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunSite;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DirectoryWatchTest {
  private static final Duration PAUSE = Duration.ofMillis(1);

  @TempDir Path runs;

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<MantaException> gone = new LinkedBlockingQueue<>();
  private final AtomicInteger looks = new AtomicInteger();
  private final CountDownLatch back = new CountDownLatch(1);
  private Path file;
  private RunSite site;

  @BeforeEach
  void begin() throws Exception {
    site = RunSite.of("digits", Location.of(runs).resolve("digits"));
    file = RunFile.at(site.location()).localPath();
    Files.createDirectories(site.directory());
    Files.writeString(file, "{}");
  }

  private DirectoryWatch watch(Duration away, HookedStorage.Hook hook) {
    var patience = new DirectoryWatch.Patience(PAUSE, away);
    var storage = new HookedStorage(new LocalStorage(), hook);
    return DirectoryWatch.over(storage, site, patience, said::add, gone::add);
  }

  private void isAwayForFiveLooks() {
    try {
      switch (looks.incrementAndGet()) {
        case 2 -> Files.delete(file);
        case 7 -> Files.writeString(file, "{}");
        case 20 -> back.countDown();
        default -> {}
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aDirectoryThatIsAwayForAMomentIsNamedOnceAndTheRunContinues() throws Exception {
    try (var watch = watch(Duration.ofMinutes(1), (_, _) -> isAwayForFiveLooks())) {
      assertThat(watch).isNotNull();
      assertThat(back.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(gone).isEmpty();
    assertThat(said).hasSize(1).first().asString().contains("digits/run.json", "60 s");
  }

  @Test
  void aDirectoryThatStaysAwayEndsTheRun() throws Exception {
    Files.delete(file);
    try (var watch = watch(Duration.ofMillis(50), (_, _) -> {})) {
      assertThat(watch).isNotNull();
      assertThat(gone.poll(30, TimeUnit.SECONDS)).hasMessageContaining("was removed");
    }
  }
}
