package dev.manta.cluster.command;

import dev.manta.cluster.daemon.DataDirectory;
import dev.manta.cluster.daemon.Described;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.head.HeadVariables;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.TokenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Which cluster a command means: the one named, that of the environment, or that of this machine's
/// daemon.
final class HeadOptions {
  private static final Duration ANSWERS = Duration.ofSeconds(10);

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = "Where a head is; MANTA_ADDRESS, or this machine's daemon, unless given.")
  Optional<String> address = Optional.empty();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The user token; MANTA_TOKEN_FILE, MANTA_TOKEN, or the daemon's, unless given.")
  Optional<Path> tokenFile = Optional.empty();

  @Option(names = "--data-dir", paramLabel = "DIR", description = "That of this machine's daemon.")
  Optional<Path> dataDirectory = Optional.empty();

  /// A link with the head, which has answered.
  HeadLink head() {
    DataDirectory directory = dataDirectory.map(DataDirectory::new).orElseGet(DataDirectory::usual);
    LinkToken token = token(directory);
    HeadAddress head = HeadAddress.parse(address(directory), token.print());
    return HeadLink.call(head, token, PinnedTls.ofProcess(), _ -> {}).connected(ANSWERS);
  }

  private String address(DataDirectory directory) {
    return address
        .or(() -> HeadVariables.ofProcess().address())
        .or(() -> new DaemonAt(directory).described().flatMap(HeadOptions::candidate))
        .orElseThrow(
            () ->
                new MantaException(
                    ErrorCode.USER,
                    "no head runs in %s; name one with --address, or the variable MANTA_ADDRESS"
                        .formatted(directory.root())));
  }

  private static Optional<String> candidate(Described ready) {
    return ready.find("candidate").filter("true"::equals).flatMap(_ -> ready.find("address"));
  }

  private LinkToken token(DataDirectory directory) {
    return tokenFile
        .map(file -> new TokenFile(file).read())
        .orElseGet(() -> HeadVariables.ofProcess().token(directory.userToken()));
  }
}
