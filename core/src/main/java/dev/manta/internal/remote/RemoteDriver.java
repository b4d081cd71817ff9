package dev.manta.internal.remote;

import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What the calls of one driver to its nodes have in common.
///
/// @param sent its programs; that with number 0 is sent to every node before it is used
/// @param say tells a person what takes long
/// @param changes is run when a node stands otherwise than before
record RemoteDriver(
    HeadCalls head,
    PinnedTls tls,
    LinkTerms terms,
    RemoteCodes sent,
    Consumer<String> say,
    Runnable changes) {
  ToNode.Hello hello() {
    return new ToNode.Hello(Runtime.version().feature(), Runtime.version().toString());
  }

  /// Those that nodes are told of when they are called.
  List<RemoteCode> codes() {
    return sent.all();
  }

  Optional<RemoteCode> code(int number) {
    return sent.all().stream().filter(code -> code.number() == number).findFirst();
  }

  void changed() {
    changes.run();
  }
}
