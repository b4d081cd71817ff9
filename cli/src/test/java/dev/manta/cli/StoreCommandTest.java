package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class StoreCommandTest {
  @TempDir Path directory;

  private static String withoutTimes(String text) {
    return text.replaceAll("[0-9.]+ ms", "… ms").replaceAll("[0-9]+ MB/s", "… MB/s");
  }

  @Test
  void aLocalDirectoryIsCheckedAndLeftAsItWas() throws Exception {
    Files.writeString(directory.resolve("mine"), "x");
    Path runs = directory.resolve("new/runs");
    Typed typed = Typed.manta("store", "check", runs.toString());
    assertThat(typed.err()).isEmpty();
    assertThat(withoutTimes(typed.out()))
        .isEqualTo(
            """
            ok       reach          %s answers in … ms
            ok       put            1 kB in … ms
            ok       put-if-absent  1 of 8 at once wins; one takes … ms
            ok       large object   20 MB put at … MB/s, read at … MB/s
            ok       range          4 kB from the middle of 20 MB in … ms
            ok       list           8 objects in … ms
            ok       delete         all of it in … ms
            """
                .formatted(runs));
    assertThat(typed.exitCode()).isZero();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(directory.resolve("mine"));
    }
  }

  @Test
  void aFileInTheWayIsAProblemAndTheStatusSaysSo() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "x");
    Typed typed = Typed.manta("store", "check", file.toString());
    assertThat(typed.out())
        .contains("problem  put            cannot write " + file + "/manta-check-");
    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(file).hasContent("x");
  }

  @Test
  void eachOutcomeIsAnObjectOfJson() {
    Typed typed = Typed.manta("store", "check", "--json", "mem:" + directory);
    assertThat(typed.out().lines())
        .hasSize(7)
        .allMatch(line -> line.startsWith("{\"ok\":true,\"thing\":\""));
  }

  @Test
  void aSchemeThatNobodyServesIsRefusedInALine() {
    Typed typed = Typed.manta("store", "check", "nfs://host/runs");
    assertThat(typed.err())
        .isEqualTo(
            "manta: no storage for nfs://host/runs: the scheme 'nfs' is unknown; check its"
                + " spelling, or add the module that has a StorageProvider for it\n");
    assertThat(typed.out()).isEmpty();
    assertThat(typed.exitCode()).isEqualTo(1);
  }

  @Test
  void aMissingWordIsAskedFor() {
    assertThat(Typed.manta("store").exitCode()).isEqualTo(2);
    assertThat(Typed.manta("store").err()).contains("say what to do: manta store check LOCATION");
    assertThat(Typed.manta("store", "check").err()).contains("LOCATION");
    assertThat(Typed.manta("store", "check").exitCode()).isEqualTo(2);
  }
}
