package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonTokensTest {
  private static final String OWN = "ab".repeat(32);
  private static final String OLD = "cd".repeat(32);

  @TempDir Path root;

  @Test
  void whoBeginsAClusterWhereANodeOfAnotherOneWasHasTokensOfItsOwn() throws Exception {
    var directory = new DataDirectory(root);
    new TokenFile(directory.joinToken()).write(LinkToken.create(LinkToken.Kind.JOIN, OLD));
    DaemonTokens tokens = DaemonTokens.of(directory, OWN, true);
    assertThat(tokens.join().print()).isEqualTo(OWN);
    LinkToken made = tokens.join();
    assertThat(DaemonTokens.of(directory, OWN, true).join().text()).isEqualTo(made.text());
  }

  @Test
  void whoJoinsAClusterKeepsItsToken() throws Exception {
    var directory = new DataDirectory(root);
    new TokenFile(directory.joinToken()).write(LinkToken.create(LinkToken.Kind.JOIN, OLD));
    assertThat(DaemonTokens.of(directory, OWN, false).join().print()).isEqualTo(OLD);
  }
}
