package dev.manta.internal.data.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlockPoolTest {
  private static final long SIZE = 1 << 20;

  private long most = 2 * SIZE;
  private final BlockPool blockPool = new BlockPool(() -> most);

  @Test
  void aBlockThatWasGivenBackIsLentAgain() {
    BlockPool.Block first = blockPool.take(SIZE);
    blockPool.give(first);
    assertThat(blockPool.take(SIZE)).isSameAs(first);
  }

  @Test
  void blocksAreKeptAsLongAsTheyAndThoseLentOutFitIntoTheBudget() {
    BlockPool.Block first = blockPool.take(SIZE);
    BlockPool.Block second = blockPool.take(SIZE);
    BlockPool.Block third = blockPool.take(SIZE);
    blockPool.give(first);
    assertThat(first.memory().scope().isAlive()).isFalse();
    blockPool.give(second);
    blockPool.give(third);
    assertThat(second.memory().scope().isAlive()).isTrue();
    assertThat(third.memory().scope().isAlive()).isTrue();
  }

  @Test
  void blocksOfOtherSizesGoFirst() {
    BlockPool.Block other = blockPool.take(SIZE / 2);
    blockPool.give(other);
    BlockPool.Block first = blockPool.take(SIZE);
    BlockPool.Block second = blockPool.take(SIZE);
    blockPool.give(first);
    blockPool.give(second);
    assertThat(other.memory().scope().isAlive()).isFalse();
    assertThat(first.memory().scope().isAlive()).isTrue();
  }

  @Test
  void aSmallerBudgetLetsGoOfWhatComesBack() {
    BlockPool.Block block = blockPool.take(SIZE);
    most = SIZE / 2;
    blockPool.give(block);
    assertThat(block.memory().scope().isAlive()).isFalse();
  }

  @Test
  void atMostAnEighthOfABlockIsLost() {
    for (long bytes = 5000; bytes < 1L << 32; bytes = bytes * 5 / 4) {
      assertThat(BlockPool.sizeClass(bytes)).isBetween(bytes, bytes + bytes / 8 + 1);
    }
  }
}
