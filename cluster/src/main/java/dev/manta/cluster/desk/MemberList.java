package dev.manta.cluster.desk;

import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// All daemons that a head has let into its cluster: whoever is on it is known by its print. Heads
/// make it and every daemon keeps the newest.
///
/// @param term that of the head that made it
/// @param number which one it is of that head's
/// @param storage where runs of this cluster are kept unless they say otherwise; empty is nowhere
/// @param banned the prints of those that are not let in any more, whatever token they have
public record MemberList(
    long term, long number, String storage, List<Member> members, Set<String> banned) {
  /// That of a daemon which has not been let in anywhere.
  public static final MemberList EMPTY = new MemberList(0, 0, "", List.of(), Set.of());

  public MemberList {
    members = List.copyOf(members);
    banned = Set.copyOf(banned);
  }

  public boolean isNewerThan(MemberList other) {
    return term != other.term ? term > other.term : number > other.number;
  }

  public Optional<Member> find(String name) {
    return members.stream().filter(member -> member.name().equals(name)).findFirst();
  }

  /// Who is reached there by other daemons.
  public Optional<Member> at(String host, int port) {
    return members.stream().filter(member -> member.isAt(host, port)).findFirst();
  }

  public Set<String> prints() {
    return members.stream().map(Member::print).collect(Collectors.toUnmodifiableSet());
  }

  /// The same with a member in place of the one of its name, made by a head with this term.
  public MemberList with(long head, Member member) {
    List<Member> more = new ArrayList<>(without(head, member.name()).members);
    more.add(member);
    more.sort(Comparator.comparing(Member::name));
    return new MemberList(head, next(head), storage, more, banned);
  }

  /// The same, made by another head.
  MemberList by(long head) {
    return new MemberList(head, next(head), storage, members, banned);
  }

  /// The same with another place for runs.
  public MemberList keptIn(String place) {
    return new MemberList(term, number, place, members, banned);
  }

  /// The same without somebody.
  public MemberList without(long head, String name) {
    return new MemberList(
        head,
        next(head),
        storage,
        members.stream().filter(member -> !member.name().equals(name)).toList(),
        banned);
  }

  /// The same, and whoever has this print is not let in any more.
  MemberList banning(String print) {
    Set<String> more = new TreeSet<>(banned);
    more.add(print);
    return new MemberList(term, number, storage, members, more);
  }

  private long next(long head) {
    return head == term ? number + 1 : 1;
  }

  /// Where heads are called, one of them first.
  public List<HeadAddress> heads(String first) {
    return members.stream()
        .filter(Member::candidate)
        .sorted(Comparator.comparing(member -> !member.name().equals(first)))
        .map(Member::head)
        .toList();
  }

  public byte[] bytes() {
    var out = new HeadOutput();
    write(out);
    return out.bytes();
  }

  void write(HeadOutput out) {
    out.number(term).number(number).text(storage).each(members, (to, member) -> member.write(to));
    out.each(new TreeSet<>(banned), HeadOutput::text);
  }

  public static MemberList read(HeadInput in) {
    return new MemberList(
        in.number(),
        in.number(),
        in.text(),
        in.each(Member::read),
        new TreeSet<>(in.each(HeadInput::text)));
  }
}
