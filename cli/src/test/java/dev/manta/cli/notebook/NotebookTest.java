package dev.manta.cli.notebook;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NotebookTest {
  @Test
  void outsideANotebookItSaysWhereItWorks() {
    assertThatThrownBy(() -> Notebook.html("<b>bold</b>"))
        .hasMessage(
            "chart(), svg() and html() work in a notebook only: run manta notebook install, and"
                + " choose the kernel \"Java (Manta)\"");
  }
}
