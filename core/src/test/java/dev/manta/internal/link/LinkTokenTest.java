package dev.manta.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tokens: where they are kept, and what is made of them.
class LinkTokenTest {
  private static final String PRINT = "ab".repeat(32);
  private static final LinkToken TOKEN = LinkToken.create(LinkToken.Kind.JOIN, PRINT);

  @TempDir private Path directory;

  private TokenFile file() {
    return new TokenFile(directory.resolve("token"));
  }

  @Test
  void aTokenIsReadAsItWasWritten() throws IOException {
    file().write(TOKEN);
    assertThat(file().read()).isEqualTo(TOKEN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw-rw-"})
  void aFileThatOthersMayReadIsRefused(String mode) throws IOException {
    file().write(TOKEN);
    Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString(mode));
    assertThatThrownBy(() -> file().read())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("may be used by others (" + mode + ")")
        .hasMessageContaining("chmod 600");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "secret", "manta-join.12.34", "manta-root."})
  void whatIsNoTokenIsSaidWithoutShowingIt(String text) throws IOException {
    file().write(TOKEN);
    Files.writeString(file().path(), text);
    assertThatThrownBy(() -> file().read())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("holds no token");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> file().read())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(file().path() + " does not exist");
  }

  @Test
  void aTokenDoesNotShowItsSecret() {
    assertThat(TOKEN.toString()).isEqualTo("a join token for abababab");
    assertThat(TOKEN.text()).contains(TOKEN.secret());
  }

  private static LinkProof connection(int number) {
    byte[] binding = new byte[LinkProof.BYTES];
    binding[0] = (byte) number;
    return new LinkProof("caller", PRINT, binding);
  }

  private static LinkGuard guard() {
    LinkGuard guard = new LinkGuard();
    guard.admit(TOKEN);
    return guard;
  }

  @Test
  void aProofOfAnotherConnectionIsRefusedAsReplayed() {
    LinkGuard guard = guard();
    LinkOpening opening = LinkOpening.of(Optional.of(TOKEN), connection(1));
    assertThat(guard.refusal(opening, connection(1))).isEmpty();
    assertThat(guard.refusal(opening, connection(2)))
        .contains("its proof is that of another connection: it was replayed");
    assertThat(guard.refusal(opening, connection(1)))
        .contains("its proof is that of another connection: it was replayed");
  }

  @Test
  void aProofMadeForOtherCertificatesIsWrong() {
    LinkOpening opening = LinkOpening.of(Optional.of(TOKEN), connection(1));
    LinkProof elsewhere = new LinkProof("impostor", PRINT, connection(1).binding());
    assertThat(guard().refusal(opening, elsewhere)).contains("its token is wrong");
  }

  @Test
  void theAnswerOfTheCalledEndIsNotTheProofOfTheCaller() {
    LinkProof proof = connection(1);
    assertThat(proof.isRight(proof.made(TOKEN, true), TOKEN, false)).isFalse();
    assertThat(proof.isRight(proof.made(TOKEN, false), TOKEN, false)).isTrue();
  }

  @Test
  void aTokenThatWasReplacedIsWrong() {
    LinkGuard guard = guard();
    guard.admit(LinkToken.create(LinkToken.Kind.JOIN, PRINT));
    LinkOpening opening = LinkOpening.of(Optional.of(TOKEN), connection(1));
    assertThat(guard.refusal(opening, connection(1))).contains("its token is wrong");
  }
}
