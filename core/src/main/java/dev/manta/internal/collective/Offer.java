package dev.manta.internal.collective;

import dev.manta.collective.Member;
import java.util.List;

/// What a process tells the others before they form a group, as one short line: where it runs
/// (processes with equal `host` share memory), its process id, the name of its shared memory, the
/// file with its life word (empty: none), and the address it listens on (empty: none).
public record Offer(String host, long pid, String memory, String life, String address) {
  private static final String VERSION = "m1";

  public Offer {
    for (String part : List.of(host, memory, life, address)) {
      if (part.indexOf('|') >= 0 || part.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("an offer cannot carry '" + part + "'");
      }
    }
  }

  /// The line that travels.
  public String text() {
    return String.join("|", VERSION, host, Long.toString(pid), memory, life, address);
  }

  /// Reads a line that [#text] wrote.
  public static Offer parse(String text) {
    List<String> parts = List.of(text.split("\\|", -1));
    if (parts.size() != 6 || !parts.getFirst().equals(VERSION)) {
      throw new IllegalArgumentException("not an offer of a group member: '" + text + "'");
    }
    long pid = Long.parseLong(parts.get(2));
    return new Offer(parts.get(1), pid, parts.get(3), parts.get(4), parts.get(5));
  }

  /// The member as users see it: its address without the secret behind it.
  public Member member() {
    return new Member(host, address.replaceFirst("#.*", ""), pid);
  }

  /// The same process on a host of another name: what tests make of one machine.
  public Offer on(String otherHost) {
    return new Offer(otherHost, pid, memory, life, address);
  }

  /// The same process, reachable at an address.
  public Offer at(String where) {
    return new Offer(host, pid, memory, life, where);
  }
}
