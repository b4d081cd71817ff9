package dev.manta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAddressTest {
  private static final LinkToken USER = LinkToken.create(LinkToken.Kind.USER, "ab".repeat(32));
  private static final LinkToken JOIN = LinkToken.create(LinkToken.Kind.JOIN, "ab".repeat(32));

  @TempDir Path directory;

  @Test
  void withoutAnAddressItIsThisMachine() {
    assertThat(ClusterAddress.of(Optional.empty(), Map.of())).isEmpty();
    assertThat(ClusterAddress.of(Optional.empty(), Map.of("MANTA_ADDRESS", " "))).isEmpty();
  }

  @Test
  void whatTheProgramNamesCountsBeforeWhatTheEnvironmentNames() {
    var environment = Map.of("MANTA_ADDRESS", "manta://a:1", "MANTA_TOKEN", USER.text());
    assertThat(ClusterAddress.of(Optional.empty(), environment).orElseThrow())
        .isEqualTo(new ClusterAddress("manta://a:1", USER));
    assertThat(ClusterAddress.of(Optional.of("manta://b:2"), environment).orElseThrow().head())
        .isEqualTo("manta://b:2");
  }

  @Test
  void aTokenFileCountsBeforeATokenInTheEnvironment() throws Exception {
    Path file = directory.resolve("token");
    new TokenFile(file).write(USER);
    var environment = Map.of("MANTA_TOKEN_FILE", file.toString(), "MANTA_TOKEN", JOIN.text());
    assertThat(ClusterAddress.of(Optional.of("b"), environment).orElseThrow().token())
        .isEqualTo(USER);
  }

  @Test
  void aTokenForNodesIsRefused() {
    assertThatThrownBy(
            () -> ClusterAddress.of(Optional.of("b"), Map.of("MANTA_TOKEN", JOIN.text())))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("user token");
  }

  @Test
  void whatIsNoTokenIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> ClusterAddress.of(Optional.of("b"), Map.of("MANTA_TOKEN", "secret")))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("MANTA_TOKEN")
        .hasMessageNotContaining("secret");
  }
}
