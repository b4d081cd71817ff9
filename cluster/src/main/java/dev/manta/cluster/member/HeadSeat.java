package dev.manta.cluster.member;

import dev.manta.cluster.desk.HeadDoes;
import dev.manta.cluster.desk.HeadHears;
import dev.manta.cluster.desk.HeadReign;
import java.util.function.Consumer;

/// What a daemon does for the head, while it is it. Called from one thread, and must not block.
public interface HeadSeat {
  /// What the head begins with.
  HeadReign reign();

  /// This daemon is the head from now on.
  ///
  /// @param inlet takes what drivers and newcomers say
  void begun(Consumer<HeadHears> inlet);

  /// Does what the head wants done for drivers, newcomers and the list of members.
  void does(HeadDoes wanted);

  /// It is not any more.
  void ended();
}
