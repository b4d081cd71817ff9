package dev.manta.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SystemTerminalTest {
  @Test
  void theAnswerOfSttyIsRowsThenColumns() {
    assertThat(SystemTerminal.parse("24 80\n")).contains(new Terminal.Size(80, 24));
  }

  @Test
  void whatIsNoSizeIsRefused() {
    assertThat(SystemTerminal.parse("")).isEmpty();
    assertThat(SystemTerminal.parse("0 0")).isEmpty();
    assertThat(SystemTerminal.parse("not a tty")).isEmpty();
  }
}
