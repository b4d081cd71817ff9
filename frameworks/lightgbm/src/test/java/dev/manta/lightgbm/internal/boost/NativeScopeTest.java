package dev.manta.lightgbm.internal.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeScopeTest {
  @Test
  void whatCannotBeFreedKeepsNothingElseFromIt() {
    List<String> freed = new ArrayList<>();
    var scope = new NativeScope();
    scope.<AutoCloseable>own(() -> freed.add("first"));
    scope.<AutoCloseable>own(
        () -> {
          throw new IllegalArgumentException("as the test wants it");
        });
    assertThatThrownBy(scope::close)
        .isInstanceOf(IllegalStateException.class)
        .hasSuppressedException(new IllegalArgumentException("as the test wants it"));
    assertThat(freed).containsExactly("first");
  }
}
