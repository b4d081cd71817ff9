package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderedTasksTest {
  private final List<Runnable> given = new ArrayList<>();
  private final List<Integer> done = new ArrayList<>();
  private final OrderedTasks tasks = new OrderedTasks(given::add);

  /// As threads may: the newest first.
  private void runAll() {
    while (!given.isEmpty()) {
      given.removeLast().run();
    }
  }

  private void add(int number) {
    tasks.execute(() -> done.add(number));
  }

  @Test
  void tasksRunInTheOrderInWhichTheyCame() {
    add(1);
    add(2);
    add(3);
    runAll();
    add(4);
    runAll();
    assertThat(done).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aTaskThatComesWhileAnotherRunsIsNext() {
    tasks.execute(() -> add(2));
    runAll();
    assertThat(done).containsExactly(2);
  }

  @Test
  void aTaskThatThrowsDoesNotKeepOthersFromRunning() {
    tasks.execute(
        () -> {
          throw new IllegalStateException("full");
        });
    add(1);
    assertThatThrownBy(this::runAll).hasMessage("full");
    add(2);
    runAll();
    assertThat(done).containsExactly(1, 2);
  }

  /// Nobody comes after it: the commit that waits is the last one of the run.
  @Test
  void theLastTaskRunsThoughTheOneBeforeItThrew() {
    tasks.execute(
        () -> {
          throw new OutOfMemoryError("a manifest");
        });
    add(1);
    assertThatThrownBy(this::runAll).hasMessage("a manifest");
    runAll();
    assertThat(done).containsExactly(1);
  }
}
