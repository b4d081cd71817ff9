package dev.manta.internal.collective.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.storage.Location;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallSiteTest {
  @TempDir Path directory;

  @Test
  void noLineOfMantaIsTheUsers() {
    Checkpoint checkpoint = Checkpoint.at(Location.parse(directory.toString()));
    Supplier<String> caller = () -> checkpoint.asDirectory(_ -> CallSite.here());
    assertThat(caller.get()).startsWith(" at ").doesNotContain("Checkpoint", "CallSite");
  }
}
