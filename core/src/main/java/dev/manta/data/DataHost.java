package dev.manta.data;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.worker.DataHostListener;
import java.net.InetSocketAddress;

/// Prepares rows for training on other hosts: listens, and reads and transforms units of datasets
/// for whoever knows its token.
///
/// It needs the class path of the program that trains, as functions travel by name, and the same
/// files at the same paths. What goes over the network is encrypted; both ends know each other by
/// the token.
public final class DataHost implements AutoCloseable {
  /// The environment variable with the token that a host and those who train share.
  public static final String TOKEN_VARIABLE = "MANTA_DATA_TOKEN";

  /// The system property that is asked for it first.
  public static final String TOKEN_PROPERTY = "manta.data.token";

  private static final int TOKEN_LENGTH_MIN = 16;
  private static final int PORT_MAX = 65_535;

  private final DataHostListener door;

  private DataHost(DataHostListener door) {
    this.door = door;
  }

  /// Listens at an address; port 0 is any that is free.
  public static DataHost open(InetSocketAddress at) {
    return new DataHost(DataHostListener.open(at, token()));
  }

  /// Takes `host:port` to listen at, and stays until it is ended.
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("say where to listen, for example 0.0.0.0:7070");
    }
    try (DataHost host = open(address(arguments[0]))) {
      System.getLogger("manta.data")
          .log(System.Logger.Level.INFO, "preparing rows at port " + host.port());
      host.door.awaitEnd();
    }
  }

  /// The token of this process.
  public static String token() {
    String token = System.getProperty(TOKEN_PROPERTY, System.getenv(TOKEN_VARIABLE));
    if (token == null || token.length() < TOKEN_LENGTH_MIN) {
      throw new MantaException(
          ErrorCode.USER,
          "data hosts and those who train share a token of at least %s characters: set %s"
              .formatted(TOKEN_LENGTH_MIN, TOKEN_VARIABLE));
    }
    return token;
  }

  /// An address from `host:port`.
  public static InetSocketAddress address(String text) {
    InetSocketAddress parsed = parsed(text);
    return new InetSocketAddress(parsed.getHostString(), parsed.getPort());
  }

  /// The same without asking who has that name.
  static InetSocketAddress parsed(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1 || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "\"%s\" is not an address; write host:port, for example node2:7070".formatted(text));
    }
    int port = Integer.parseInt(text.substring(colon + 1));
    if (port > PORT_MAX) {
      throw new IllegalArgumentException("\"%s\" has no port below 65536".formatted(text));
    }
    return InetSocketAddress.createUnresolved(text.substring(0, colon), port);
  }

  /// Where it listens.
  public int port() {
    return door.port();
  }

  /// Ends all connections: those who train ask others for their units.
  @Override
  public void close() {
    door.close();
  }
}
