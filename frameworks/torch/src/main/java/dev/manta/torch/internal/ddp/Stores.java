package dev.manta.torch.internal.ddp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/// The store through which ranks of a process group of PyTorch's find each other: one of them
/// serves it.
///
/// Stores that are made with `new` belong to nobody; only their clones may be handed to PyTorch.
final class Stores implements AutoCloseable {
  private static final long STORE_MILLIS = 30_000;

  private final Deque<Pointer> owned = new ArrayDeque<>();
  private final Store store;
  private final int port;

  private Stores(String host, TCPStoreOptions options) {
    TCPStore made = own(new TCPStore(host, options));
    port = Short.toUnsignedInt(made.getPort());
    store = own(made.clone());
  }

  /// Serves on a free port.
  static Stores serve(String host) {
    return new Stores(host, options(0, true));
  }

  /// Uses what another rank serves.
  static Stores reach(String host, int port) {
    return new Stores(host, options(port, false));
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
