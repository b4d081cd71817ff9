package dev.manta.torch.internal.ddp;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.IntOptional;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/// The store through which ranks of a process group of PyTorch's find each other: a file where they
/// are on one host, else one of them serves it. PyTorch's asks nobody who they are: it is for
/// networks whose members are trusted.
///
/// Stores that are made with `new` belong to nobody; only their clones may be handed to PyTorch.
final class Stores implements AutoCloseable {
  private static final long STORE_MILLIS = 30_000;

  private final Deque<Pointer> owned = new ArrayDeque<>();
  private final Store store;
  private final int port;

  private Stores(Store made, int port) {
    this.port = port;
    store = own(own(made).clone());
    made.setTimeout(new Milliseconds(STORE_MILLIS));
    store.setTimeout(new Milliseconds(STORE_MILLIS));
  }

  /// A file that the ranks of one host share: nothing listens, and only their user can read it. It
  /// stays until the worker that made it ends: a store that is closed writes to it, and waits for
  /// minutes where its directory has gone meanwhile.
  static Stores in(Path file) {
    return new Stores(new FileStore(file.toString(), -1), 0);
  }

  /// Serves on a free port of this address, and on no other one.
  static Stores serve(String address) {
    Listener listener = Listener.at(address);
    TCPStoreOptions options = options(listener.port(), true);
    options.masterListenFd(new IntOptional(listener.descriptor()));
    return new Stores(new TCPStore(address, options), listener.port());
  }

  /// Uses what another rank serves.
  static Stores reach(String host, int port) {
    return new Stores(new TCPStore(host, options(port, false)), port);
  }

  /// Where nobody but this user can make or read a file.
  static Path newFile() {
    try {
      return Files.createTempDirectory("manta-torch-").resolve("store");
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "the ranks cannot meet: no temporary directory: " + e, e);
    }
  }

  int port() {
    return port;
  }

  /// The store below a prefix; every call gives one of its own.
  Store named(String prefix) {
    try (var name = new BytePointer(prefix);
        var named = new PrefixStore(name, store)) {
      return own(named.clone());
    }
  }

  private <P extends Pointer> P own(P pointer) {
    pointer.retainReference();
    owned.push(pointer);
    return pointer;
  }

  private static TCPStoreOptions options(int port, boolean server) {
    var options = new TCPStoreOptions();
    options.port((short) port);
    options.isServer(server);
    options.waitWorkers(false);
    options.useLibUV(true);
    options.timeout(new Milliseconds(STORE_MILLIS));
    return options;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }
}
