package dev.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchContextTest {
  private final List<String> said = new ArrayList<>();
  private final BenchContext context =
      new BenchContext(new Peers(Path.of("nowhere")), 2, said::add);

  @Test
  void bothSidesAreMeasuredInTurn() throws Exception {
    List<String> order = new ArrayList<>();
    Samples samples =
        context.alternate("ray", subject(order, "manta", 1), Optional.of(subject(order, "ray", 2)));
    assertThat(order).containsExactly("manta", "ray", "manta", "ray");
    assertThat(samples.manta("f")).containsExactly(1, 1);
    assertThat(samples.peer("f")).containsExactly(2, 2);
  }

  @Test
  void theMachineIsCalibratedBeforeBetweenAndAfter() throws Exception {
    Samples samples = context.alternate("", () -> Map.of("f", 1.0), Optional.empty());
    assertThat(samples.noise().seconds()).hasSize(3);
  }

  @Test
  void eachRunIsTold() throws Exception {
    context.alternate("", () -> Map.of("f", 0.12345), Optional.empty());
    assertThat(said).containsExactly("round 1 of 2: manta f 0.123", "round 2 of 2: manta f 0.123");
  }

  @Test
  void aPeerThatFailsIsToldAndLeftOut() throws Exception {
    Subject broken =
        () -> {
          throw new IOException("no such node");
        };
    Samples samples = context.alternate("ray", () -> Map.of("f", 1.0), Optional.of(broken));
    assertThat(samples.peer("f")).isEmpty();
    assertThat(said).contains("round 1 of 2: ray failed: no such node");
  }

  @Test
  void aPeerThatIsNotInstalledIsNotRun() throws Exception {
    assertThat(context.peers().has("ray")).isFalse();
    assertThat(context.peers().script("ray", List.of("ray_start.py"), List.of())).isEmpty();
  }

  private static Subject subject(List<String> order, String who, double figure) {
    return () -> {
      order.add(who);
      return Map.of("f", figure);
    };
  }
}
