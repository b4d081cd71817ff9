package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlocksTest {
  private static final long SIZE = 1 << 20;

  private long most = 2 * SIZE;
  private final Blocks blocks = new Blocks(() -> most);

  @Test
  void aBlockThatWasGivenBackIsLentAgain() {
    Blocks.Block first = blocks.take(SIZE);
    blocks.give(first);
    assertThat(blocks.take(SIZE)).isSameAs(first);
  }

  @Test
  void blocksAreKeptAsLongAsTheyAndThoseLentOutFitIntoTheBudget() {
    Blocks.Block first = blocks.take(SIZE);
    Blocks.Block second = blocks.take(SIZE);
    Blocks.Block third = blocks.take(SIZE);
    blocks.give(first);
    assertThat(first.memory().scope().isAlive()).isFalse();
    blocks.give(second);
    blocks.give(third);
    assertThat(second.memory().scope().isAlive()).isTrue();
    assertThat(third.memory().scope().isAlive()).isTrue();
  }

  @Test
  void blocksOfOtherSizesGoFirst() {
    Blocks.Block other = blocks.take(SIZE / 2);
    blocks.give(other);
    Blocks.Block first = blocks.take(SIZE);
    Blocks.Block second = blocks.take(SIZE);
    blocks.give(first);
    blocks.give(second);
    assertThat(other.memory().scope().isAlive()).isFalse();
    assertThat(first.memory().scope().isAlive()).isTrue();
  }

  @Test
  void aSmallerBudgetLetsGoOfWhatComesBack() {
    Blocks.Block block = blocks.take(SIZE);
    most = SIZE / 2;
    blocks.give(block);
    assertThat(block.memory().scope().isAlive()).isFalse();
  }

  @Test
  void atMostAnEighthOfABlockIsLost() {
    for (long bytes = 5000; bytes < 1L << 32; bytes = bytes * 5 / 4) {
      assertThat(Blocks.sizeClass(bytes)).isBetween(bytes, bytes + bytes / 8 + 1);
    }
  }
}
