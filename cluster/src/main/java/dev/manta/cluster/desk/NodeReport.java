package dev.manta.cluster.desk;

import dev.manta.cluster.head.NodeAllocation;
import java.util.Map;

/// What a node says to the head: all of its account.
///
/// @param term that of the head which it follows
/// @param upTo the number of the last effect of that head that it has taken in
/// @param introduced the prints of drivers that it lets in, by run
/// @param members which list of members it has
public record NodeReport(
    long term,
    NodeAllocation allocation,
    long upTo,
    Map<String, String> introduced,
    ListVersion members) {
  /// Which list of members it is.
  public record ListVersion(long term, long number) {
    public static ListVersion of(MemberList list) {
      return new ListVersion(list.term(), list.number());
    }
  }

  public NodeReport {
    introduced = Map.copyOf(introduced);
  }

  public String node() {
    return allocation.node().name();
  }
}
