package dev.manta.internal.data.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.data.plan.Lane;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LanePositionTest {
  private static final int UNITS = 200;

  @Test
  void tellsWhichUnitsAreDoneInWhateverOrderTheyWere() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var done = new BitSet();
      LanePosition at = LanePosition.at(0);
      while (done.cardinality() < UNITS) {
        int unit = someUnit(at, done, random);
        at = at.within(unit, 7);
        assertThat(LanePosition.of(at.place(), at.ahead())).as("seed %d", seed).isEqualTo(at);
        assertThat(left(at)).as("seed %d", seed).isEqualTo(expected(unit, done));
        at = at.after(unit);
        done.set(unit);
        for (int i = 0; i < UNITS; i++) {
          assertThat(at.isDone(i)).as("seed %d, unit %d", seed, i).isEqualTo(done.get(i));
        }
      }
      assertThat(at).isEqualTo(LanePosition.at(Lane.place(UNITS, 0)));
    }
  }

  /// One that is not done and can be told of; most often far from the first.
  private static int someUnit(LanePosition at, BitSet done, Random random) {
    List<Integer> open = new ArrayList<>();
    for (int i = at.first(); i < UNITS && at.reaches(i); i++) {
      if (!done.get(i)) {
        open.add(i);
      }
    }
    return open.get(open.size() - 1 - random.nextInt(Math.min(open.size(), 1 + random.nextInt(9))));
  }

  private static List<Integer> left(LanePosition at) {
    List<Integer> left = new ArrayList<>();
    for (int i = at.unit(); i < UNITS; i = at.next(i)) {
      left.add(i);
    }
    return left;
  }

  private static List<Integer> expected(int begun, BitSet done) {
    List<Integer> left = new ArrayList<>(List.of(begun));
    for (int i = 0; i < UNITS; i++) {
      if (i != begun && !done.get(i)) {
        left.add(i);
      }
    }
    return left;
  }
}
