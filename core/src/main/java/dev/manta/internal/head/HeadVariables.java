package dev.manta.internal.head;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Which cluster a process means, as its environment says it: `MANTA_ADDRESS`, and the user token
/// in the file `MANTA_TOKEN_FILE` or in `MANTA_TOKEN` itself.
public record HeadVariables(Map<String, String> environment) {
  /// Names the head.
  public static final String ADDRESS = "MANTA_ADDRESS";

  private static final String TOKEN_FILE = "MANTA_TOKEN_FILE";
  private static final String TOKEN = "MANTA_TOKEN";

  /// Those of this process.
  public static HeadVariables ofProcess() {
    return new HeadVariables(System.getenv());
  }

  /// Where the head is; empty where none is named.
  public Optional<String> address() {
    return find(ADDRESS);
  }

  private Optional<String> find(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  /// The user token; where nothing is said, the one that a head on this machine has written for
  /// this user, or that somebody has put there.
  public LinkToken token() {
    String home = System.getProperty("user.home");
    Path state = find("XDG_STATE_HOME").map(Path::of).orElse(Path.of(home, ".local", "state"));
    return token(state.resolve("manta").resolve("user.token"));
  }

  /// The user token.
  ///
  /// @param usual where it lies on the head's own machine, if nothing is said
  public LinkToken token(Path usual) {
    return find(TOKEN_FILE)
        .map(file -> new TokenFile(Path.of(file)).read())
        .or(() -> find(TOKEN).map(HeadVariables::parsed))
        .or(() -> Optional.of(usual).filter(Files::exists).map(file -> new TokenFile(file).read()))
        .orElseThrow(
            () ->
                new MantaException(
                    ErrorCode.USER,
                    "the head asks for a user token: --token-file FILE, or the variable %s; it lies in the data directory of the head as user.token"
                        .formatted(TOKEN_FILE)));
  }

  private static LinkToken parsed(String text) {
    try {
      return LinkToken.parse(text);
    } catch (IllegalArgumentException e) {
      throw new MantaException(ErrorCode.USER, TOKEN + ": " + e.getMessage(), e);
    }
  }
}
