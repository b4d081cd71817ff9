package dev.manta.internal.collective;

import dev.manta.collective.Member;
import dev.manta.collective.Membership;
import dev.manta.collective.Numerics;
import java.util.List;

/// A group about to be formed: what the controller hands to every member once it has all offers.
public record GroupPlan(String run, int attempt, int rank, List<Offer> offers, Numerics numerics) {
  public GroupPlan {
    offers = List.copyOf(offers);
    if (rank < 0 || rank >= offers.size()) {
      throw new IllegalArgumentException("rank " + rank + " of " + offers.size() + " offers");
    }
  }

  /// Reads the members' lines.
  public static GroupPlan of(
      String run, int attempt, int rank, List<String> offers, Numerics numerics) {
    return new GroupPlan(run, attempt, rank, offers.stream().map(Offer::parse).toList(), numerics);
  }

  /// The plan of this rank and those that follow each other with it on its host.
  public GroupPlan some(int first, int count) {
    return new GroupPlan(
        run, attempt, rank - first, offers.subList(first, first + count), numerics);
  }

  public int size() {
    return offers.size();
  }

  public Offer mine() {
    return offers.get(rank);
  }

  /// Who is in the group, as users see it.
  public Membership membership() {
    List<Member> members = offers.stream().map(Offer::member).toList();
    return new Membership(run, attempt, rank, members, numerics);
  }
}
