package dev.manta.cluster.daemon;

import dev.manta.cluster.Node;
import dev.manta.cluster.desk.HeadSays;
import dev.manta.cluster.desk.NodeAccount;
import dev.manta.cluster.desk.NodeReport;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.cluster.member.NodeSeat;
import dev.manta.cluster.node.NodeShares;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadViolation;
import dev.manta.internal.link.LinkGuard;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The account of this node: on disk before anybody hears of a change.
final class NodeDesk implements NodeSeat, NodeShares {
  private final DataDirectory directory;
  private final MemberBook book;
  private final LinkGuard guard;
  private final Consequences consequences;
  private final Set<String> ending = new TreeSet<>();
  private NodeAccount account;

  /// What a daemon does when the account changes.
  ///
  /// @param forget ends the links of somebody with this print, who is not let in any more
  /// @param end ends the workers of a run, which has no part of this node any more
  /// @param leave is told when a head wants this node to leave
  record Consequences(
      Consumer<String> forget, Consumer<String> end, BiConsumer<Duration, String> leave) {}

  NodeDesk(
      DataDirectory directory,
      Node node,
      MemberBook book,
      LinkGuard guard,
      Consequences consequences) {
    this.directory = directory;
    this.book = book;
    this.guard = guard;
    this.consequences = consequences;
    this.account =
        directory
            .kept(directory.account())
            .map(kept -> read(kept).on(node))
            .orElse(NodeAccount.of(node));
    account.introduced().values().forEach(guard::introduce);
  }

  /// An account that cannot be read is not thrown away: workers may have what it names.
  private NodeAccount read(byte[] kept) {
    try {
      return HeadInput.read(kept, NodeAccount::read);
    } catch (HeadViolation e) {
      throw new MantaException(
          ErrorCode.USER,
          "the account of this node in %s cannot be read (%s); if none of its workers run, delete it"
              .formatted(directory.account(), e.getMessage()),
          e);
    }
  }

  @Override
  public synchronized NodeReport report() {
    return account.report(book.list());
  }

  @Override
  public synchronized Optional<NodeAllocation.Share> of(String run, String driver) {
    return ending.contains(run) ? Optional.empty() : account.share(run, driver);
  }

  /// The highest term of a head that this node has heard of.
  synchronized long term() {
    return account.ledger().term();
  }

  synchronized void leaving() {
    become(account.leaving());
  }

  @Override
  public void hear(HeadSays said) {
    boolean heard;
    try {
      endingBy(said).forEach(consequences.end());
      heard = take(said);
    } finally {
      ended();
    }
    if (heard && said instanceof HeadSays.Leaves(long _, Duration within, String why)) {
      consequences.leave().accept(within, why);
    }
  }

  private synchronized boolean take(HeadSays said) {
    if (said.term() < account.ledger().term()) {
      return false;
    }
    if (said instanceof HeadSays.Lists(var members)) {
      book.take(members);
    }
    become(account.hear(said));
    return true;
  }

  /// What a run had is given to others only when none of its workers uses it any more: nothing of
  /// it is opened from now on, and its share stays in the account until its workers have ended.
  /// That takes a while, in which others ask for their shares.
  private synchronized Set<String> endingBy(HeadSays said) {
    ending.addAll(account.ledger().allocation().shares().keySet());
    ending.removeAll(account.hear(said).ledger().allocation().shares().keySet());
    return Set.copyOf(ending);
  }

  private synchronized void ended() {
    ending.clear();
  }

  private void become(NodeAccount after) {
    if (after.equals(account)) {
      return;
    }
    directory.keep(directory.account(), after.bytes());
    Collection<String> before = account.introduced().values();
    Collection<String> now = after.introduced().values();
    account = after;
    now.stream().filter(print -> !before.contains(print)).forEach(guard::introduce);
    before.stream().filter(print -> !now.contains(print)).forEach(consequences.forget());
  }
}
