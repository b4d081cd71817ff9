package dev.manta.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cli.store.SpoiltStorage.Fault;
import dev.manta.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class StoreCheckTest {
  private static final Location ROOT = Location.parse("mem:runs");

  /// What the check prints of a storage, with a clock that continues by a millisecond at each look.
  private static String shown(SpoiltStorage storage) {
    AtomicLong clock = new AtomicLong();
    List<String> lines = new ArrayList<>();
    new StoreCheck(storage, ROOT, () -> clock.addAndGet(1_000_000))
        .run(outcome -> lines.addAll(outcome.lines()));
    String text = String.join("\n", lines) + "\n";
    return text.replaceAll("manta-check-[-0-9a-f]+", "manta-check-…");
  }

  @Test
  void aGoodStorageDoesEverythingAndKeepsNothing() {
    SpoiltStorage storage = new SpoiltStorage();
    assertThat(shown(storage))
        .isEqualTo(
            """
            ok       reach          mem:runs answers in 1.0 ms
            ok       put            1 kB in 1.0 ms
            ok       put-if-absent  1 of 8 at once wins; one takes 1.0 ms
            ok       large object   20 MB put at 20000 MB/s, read at 20000 MB/s
            ok       range          4 kB from the middle of 20 MB in 1.0 ms
            ok       list           8 objects in 1.0 ms
            ok       delete         all of it in 1.0 ms
            """);
    assertThat(storage.left()).isEmpty();
  }

  @Test
  void aServerThatIgnoresPutIfAbsentIsNamed() {
    assertThat(shown(new SpoiltStorage(Fault.IGNORES_CONDITION)))
        .contains(
            """
            problem  put-if-absent  a second put replaced the first: two drivers could both drive a run
                                    to fix it: keep runs in another storage, or use a newer version of this server
            ok       large object\
            """);
  }

  @Test
  void aServerThatTakesEveryNameForTakenIsNamed() {
    assertThat(shown(new SpoiltStorage(Fault.ALWAYS_TAKEN)))
        .contains("problem  put-if-absent  a new object was refused as if there were one\n");
  }

  @Test
  void whatMayBePutButNotListedIsSaidOfTheListsAlone() {
    SpoiltStorage storage = new SpoiltStorage(Fault.REFUSES_LIST);
    assertThat(shown(storage))
        .contains("problem  reach          cannot list mem:runs: the server said no; ")
        .contains("ok       put ", "ok       put-if-absent", "ok       range ")
        .contains("problem  list           cannot list mem:runs/manta-check-…: the server said no")
        .contains("problem  delete         cannot list ");
    assertThat(storage.left()).isEmpty();
  }

  @Test
  void whereNothingWorksTheRestIsNotTried() {
    assertThat(shown(new SpoiltStorage(Fault.REFUSES_LIST, Fault.REFUSES_PUT)))
        .isEqualTo(
            """
            problem  reach          cannot list mem:runs: the server said no; check the disk and the path
            problem  put            cannot write mem:runs/manta-check-…/small: the server said no; check the disk and the path
            """);
  }

  @Test
  void whatMayOnlyBeReadIsSaidOfEachPut() {
    assertThat(shown(new SpoiltStorage(Fault.REFUSES_PUT)))
        .contains("ok       reach ")
        .contains("problem  put ", "problem  put-if-absent  cannot write ", "problem  large object")
        .contains("problem  range          cannot read mem:runs/manta-check-…/large: there is");
  }

  @Test
  void listsThatLackObjectsAreNamed() {
    assertThat(shown(new SpoiltStorage(Fault.LOSES_OBJECTS_FROM_LISTS)))
        .contains("problem  list           objects that were put are not listed; there are []\n");
  }

  @Test
  void bytesOfAnotherPlaceAreNoticed() {
    assertThat(shown(new SpoiltStorage(Fault.READS_ELSEWHERE)))
        .contains("problem  range          the bytes read are not those at that offset\n");
  }

  @Test
  void whatIsNotDeletedIsNamedWithItsPlace() {
    assertThat(shown(new SpoiltStorage(Fault.KEEPS_DELETED)))
        .contains("problem  delete         8 objects are still there after they were deleted\n")
        .endsWith("to fix it: delete mem:runs/manta-check-… by hand\n");
    assertThat(shown(new SpoiltStorage(Fault.REFUSES_DELETE)))
        .contains(
            "problem  delete         cannot delete mem:runs/manta-check-…: the server said no");
  }

  @Test
  void whoIsInterruptedTakesAwayWhatItHasPut() throws Exception {
    SpoiltStorage storage = new SpoiltStorage(Fault.STALLS_AT_LARGE_OBJECTS);
    var ended = new CompletableFuture<Boolean>();
    Thread check =
        Thread.ofPlatform()
            .start(
                () -> {
                  assertThatThrownBy(() -> shown(storage))
                      .isInstanceOf(StoreCheck.Interrupted.class);
                  ended.complete(Thread.currentThread().isInterrupted());
                });
    storage.awaitStall();
    check.interrupt();
    assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(storage.left()).isEmpty();
  }
}
