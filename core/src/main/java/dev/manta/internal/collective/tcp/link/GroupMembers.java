package dev.manta.internal.collective.tcp.link;

import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Offer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/// The members of a plan as sockets need them: where each listens, the token that all of them can
/// compute and nobody else, and the number of their group.
public record GroupMembers(
    int me, List<GroupEndpoint> endpoints, List<String> hosts, byte[] token, long group) {
  public static GroupMembers of(GroupPlan plan) {
    List<GroupEndpoint> endpoints =
        plan.offers().stream().map(Offer::address).map(GroupEndpoint::parse).toList();
    alike(endpoints);
    byte[] token = token(plan, endpoints);
    long group = ByteBuffer.wrap(digest("group".getBytes(StandardCharsets.UTF_8), token)).getLong();
    List<String> hosts = plan.offers().stream().map(Offer::host).toList();
    return new GroupMembers(plan.rank(), endpoints, hosts, token, group);
  }

  boolean isElsewhere(int rank) {
    return !hosts.get(rank).equals(hosts.get(me));
  }

  private static void alike(List<GroupEndpoint> endpoints) {
    boolean plain = endpoints.getFirst().print().isEmpty();
    for (int rank = 1; rank < endpoints.size(); rank++) {
      if (endpoints.get(rank).print().isEmpty() != plain) {
        throw new IllegalArgumentException(
            "rank 0 and rank "
                + rank
                + " differ in how they protect their links: set manta.collective.links alike");
      }
    }
  }

  private static byte[] token(GroupPlan plan, List<GroupEndpoint> endpoints) {
    StringBuilder text = new StringBuilder(plan.run()).append('|').append(plan.attempt());
    endpoints.forEach(endpoint -> text.append('|').append(endpoint.text()));
    return digest(text.toString().getBytes(StandardCharsets.UTF_8), new byte[0]);
  }

  /// The number of a group of some members, made by their `call`-th call.
  public static long group(long parent, long call, long detail) {
    byte[] text = ByteBuffer.allocate(24).putLong(parent).putLong(call).putLong(detail).array();
    return ByteBuffer.wrap(digest(text, new byte[0])).getLong();
  }

  private static byte[] digest(byte[] first, byte[] second) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(first);
      return digest.digest(second);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }
}
