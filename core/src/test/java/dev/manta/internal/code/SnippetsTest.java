package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnippetsTest {
  @Test
  void aDeclaredClassIsKnownByItsNameWhateverItsNumber() {
    assertThat(Snippets.written("REPL.$JShell$11$Digits")).isEqualTo("Digits");
    assertThat(Snippets.written("REPL.$JShell$12B$Digits$Config")).isEqualTo("Digits$Config");
  }

  @Test
  void aSnippetItselfIsOfTheShell() {
    assertThat(Snippets.written("REPL.$JShell$12")).isEqualTo("shell");
    assertThat(Snippets.isWhole("REPL/$JShell$12B")).isTrue();
    assertThat(Snippets.isWhole("REPL/$JShell$12B$Config")).isFalse();
  }

  @Test
  void otherClassesStayAsTheyAre() {
    assertThat(Snippets.written("com.acme.Digits$Config")).isEqualTo("com.acme.Digits$Config");
    assertThat(Snippets.isOne("com.acme.REPL")).isFalse();
  }
}
