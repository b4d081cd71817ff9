package dev.manta.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CourseTest {
  @Test
  void moreEpochsOrRanksEndElsewhere() {
    double[] end = Course.end(3, 2);
    assertThat(Course.end(4, 2)).isNotEqualTo(end);
    assertThat(Course.end(3, 3)).isNotEqualTo(end);
  }

  @Test
  void anEpochDoneTwiceEndsElsewhere() {
    double[] state = Course.end(1, 1);
    Course.step(state, Course.gradient(state, 0, 0));
    assertThat(state).isNotEqualTo(Course.end(2, 1)).isNotEqualTo(Course.end(1, 1));
  }
}
