package dev.manta.cluster.desk;

import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadOutput;

/// Who wants to join, and what it runs on.
///
/// @param release Manta's
/// @param java the number of its JDK's release
public record Newcomer(Member member, String release, int java) {
  void write(HeadOutput out) {
    member.write(out);
    out.text(release).count(java);
  }

  static Newcomer read(HeadInput in) {
    return new Newcomer(Member.read(in), in.text(), in.count());
  }
}
