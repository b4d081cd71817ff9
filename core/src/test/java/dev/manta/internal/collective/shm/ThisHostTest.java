package dev.manta.internal.collective.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.machine.Foreign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is gone leaves files behind; the next process takes them away, and nothing else.
class ThisHostTest {
  private static final String OURS = ThisHost.fileName();
  private static final String PID = "-" + ProcessHandle.current().pid() + "-";

  @TempDir private Path directory;
  private String theirs = "";

  @BeforeEach
  void aProcessIsGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    assertThat(process.waitFor()).isZero();
    theirs = OURS.replace(PID, "-" + process.pid() + "-");
  }

  @Test
  void everyKindOfFileOfADeadProcessGoes() throws Exception {
    put(theirs + "-a1", theirs + "-a1-m0-1.new", ProcessLife.PREFIX + theirs);
    ThisHost.sweep(directory);
    assertThat(names()).isEmpty();
  }

  @Test
  void filesOfTheLivingOfOtherNamespacesAndOfStrangersStay() throws Exception {
    String elsewhere = theirs.replaceFirst("manta-[0-9a-z]+", "manta-zz");
    String[] names = {
      OURS + "-a1", ProcessLife.PREFIX + OURS, elsewhere, "psm_17", "manta-notes.txt"
    };
    put(names);
    ThisHost.sweep(directory);
    assertThat(names()).containsExactlyInAnyOrder(names);
  }

  @Test
  void filesOfAnotherUserStay() throws Exception {
    put(theirs + "-a1");
    assumeTrue(Foreign.give(directory.resolve(theirs + "-a1")), "only root can give files away");
    ThisHost.sweep(directory);
    assertThat(names()).containsExactly(theirs + "-a1");
  }

  @Test
  void whatCannotBeDeletedDoesNotSaveTheRest() throws Exception {
    for (int i = 0; i < 8; i++) {
      Files.createDirectories(directory.resolve(theirs + "-full" + i).resolve("inside"));
      put(theirs + "-a" + i);
    }
    ThisHost.sweep(directory);
    assertThat(names()).hasSize(8).allMatch(name -> name.contains("-full"));
  }

  @Test
  void aDirectoryThatIsNotThereIsClean() {
    ThisHost.sweep(directory.resolve("absent"));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whoeverOffersToJoinSweepsTheRunsDirectoryFirst() throws Exception {
    put(theirs + "-a1");
    try (Rendezvous door =
        Rendezvous.open(CollectiveSettings.in(directory).withTransport(Transport.PORTABLE))) {
      assertThat(Offer.parse(door.offer()).memory()).contains(PID);
      assertThat(names()).isEmpty();
    }
  }

  private void put(String... names) throws IOException {
    for (String name : names) {
      Files.writeString(directory.resolve(name), "left behind");
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
