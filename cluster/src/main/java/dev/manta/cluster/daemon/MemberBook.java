package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.MemberList;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadViolation;
import java.lang.System.Logger.Level;
import java.util.Set;

/// The newest list of members that this daemon has, also on disk.
final class MemberBook {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  private final DataDirectory directory;
  private volatile MemberList list;

  MemberBook(DataDirectory directory) {
    this.directory = directory;
    this.list = directory.kept(directory.members()).map(MemberBook::read).orElse(MemberList.EMPTY);
  }

  /// One that cannot be read is one of another release: this daemon joins again.
  private static MemberList read(byte[] kept) {
    try {
      return HeadInput.read(kept, MemberList::read);
    } catch (HeadViolation e) {
      LOG.log(Level.WARNING, "the list of members is not used: {0}", e.getMessage());
      return MemberList.EMPTY;
    }
  }

  MemberList list() {
    return list;
  }

  Set<String> prints() {
    return list.prints();
  }

  /// Keeps a list if it is newer.
  synchronized void take(MemberList other) {
    if (other.isNewerThan(list)) {
      directory.keep(directory.members(), other.bytes());
      list = other;
    }
  }
}
