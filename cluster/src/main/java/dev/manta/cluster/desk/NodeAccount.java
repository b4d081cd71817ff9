package dev.manta.cluster.desk;

import dev.manta.cluster.Node;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.cluster.head.NodeLedger;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadOutput;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Who has what of a node, and the prints of the drivers that are let in for it. It outlives the
/// daemon: workers do, too, so what they have must not be given to others.
public record NodeAccount(NodeLedger ledger, Map<String, String> introduced) {
  public NodeAccount {
    introduced = Map.copyOf(introduced);
  }

  public static NodeAccount of(Node node) {
    return new NodeAccount(NodeLedger.of(node), Map.of());
  }

  /// The same on a machine as it is now: shares stay with those who have them, as far as the
  /// machine still has what they hold. A node that has begun again is not about to leave.
  public NodeAccount on(Node node) {
    Map<String, NodeAllocation.Share> shares = new TreeMap<>(ledger.allocation().shares());
    shares
        .values()
        .removeIf(share -> share.gpus().stream().anyMatch(gpu -> gpu >= node.total().gpus()));
    var allocation = new NodeAllocation(node, shares, false);
    return new NodeAccount(new NodeLedger(allocation, ledger.term(), ledger.upTo()), introduced);
  }

  /// What a run has, for the driver that was introduced for it and for nobody else.
  public Optional<NodeAllocation.Share> share(String run, String driver) {
    return driver.equals(introduced.get(run))
        ? Optional.ofNullable(ledger.allocation().shares().get(run))
        : Optional.empty();
  }

  /// What it is after something that a head has said; nothing changes for one that was followed by
  /// another.
  public NodeAccount hear(HeadSays said) {
    if (said.term() < ledger.term()) {
      return this;
    }
    return switch (said) {
      case HeadSays.Reigns(long term) -> with(ledger.follow(term));
      case HeadSays.Asks(long term, HeadEffect.ForNode effect) -> take(term, effect);
      case HeadSays.Introduces(long _, String run, String print) -> introduce(run, print);
      case HeadSays.Leaves _ -> leaving();
      case HeadSays.Lists _ -> this;
    };
  }

  private NodeAccount take(long term, HeadEffect.ForNode effect) {
    NodeAccount taken = with(ledger.take(term, effect));
    return effect instanceof HeadEffect.Release(String _, long _, String run)
            && !taken.ledger.allocation().shares().containsKey(run)
        ? taken.dismiss(run)
        : taken;
  }

  private NodeAccount dismiss(String run) {
    Map<String, String> known = new TreeMap<>(introduced);
    known.remove(run);
    return new NodeAccount(ledger, known);
  }

  /// The same about to leave, whoever wants it.
  public NodeAccount leaving() {
    return with(ledger.aboutToLeave());
  }

  /// Drivers without a share are not let in any longer.
  private NodeAccount with(NodeLedger after) {
    Map<String, String> known = new TreeMap<>(introduced);
    ledger.allocation().shares().keySet().stream()
        .filter(run -> !after.allocation().shares().containsKey(run))
        .forEach(known::remove);
    return new NodeAccount(after, known);
  }

  private NodeAccount introduce(String run, String print) {
    Map<String, String> known = new TreeMap<>(introduced);
    known.put(run, print);
    return new NodeAccount(ledger, known);
  }

  public NodeReport report(MemberList members) {
    return new NodeReport(
        ledger.term(),
        ledger.allocation(),
        ledger.upTo(),
        introduced,
        NodeReport.ListVersion.of(members));
  }

  public byte[] bytes() {
    var out = new HeadOutput();
    DeskCodec.allocation(out, ledger.allocation());
    out.number(ledger.term()).number(ledger.upTo()).map(introduced, HeadOutput::text);
    return out.bytes();
  }

  public static NodeAccount read(HeadInput in) {
    var ledger = new NodeLedger(DeskCodec.allocation(in), in.number(), in.number());
    return new NodeAccount(ledger, in.map(HeadInput::text));
  }
}
