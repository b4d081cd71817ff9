package dev.manta.torch.internal.ddp;

import dev.manta.collective.Member;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Optional;

/// One rank of a process group of PyTorch's: which, of how many, and at which address the others
/// reach it.
record Seat(int rank, int size, String address) {
  private static final String LOOPBACK = "127.0.0.1";

  /// A rank of a group. Nothing leaves a host that has them all.
  static Seat of(List<Member> members, int rank) {
    boolean oneHost = members.stream().map(Member::host).distinct().count() == 1;
    return new Seat(rank, members.size(), oneHost ? LOOPBACK : address(members.get(rank), rank));
  }

  /// Whether nothing has to leave this host.
  boolean oneHost() {
    return address.equals(LOOPBACK);
  }

  /// The name of the interface that has the address of this rank, for what cannot be told the
  /// address itself; nothing where this machine does not say.
  Optional<String> networkInterface() {
    try {
      return Optional.ofNullable(NetworkInterface.getByInetAddress(InetAddress.getByName(address)))
          .map(NetworkInterface::getName);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String address(Member member, int rank) {
    String address = member.address();
    int port = address.lastIndexOf(':');
    if (port < 1) {
      throw new MantaException(
          ErrorCode.CLUSTER,
          "Gloo cannot reach rank %s: want an address of its host, have \"%s\"; use Backend.MANTA"
              .formatted(rank, address));
    }
    return address.substring(0, port).replaceAll("[\\[\\]]", "");
  }
}
