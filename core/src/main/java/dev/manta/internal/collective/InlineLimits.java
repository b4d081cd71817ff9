package dev.manta.internal.collective;

import java.util.List;
import java.util.stream.Stream;

/// Where the JVM's compiler does not put one method into another. A call is a chain of methods
/// around a loop; without cuts every link is compiled together with all links after it, which takes
/// a core for most of a second just when training begins.
public final class InlineLimits {
  private static final String COMMAND = "-XX:CompileCommand=";
  private static final String ROOM = "dontinline,dev.manta.internal.collective.*::";
  private static final List<String> LINKS =
      List.of("perform", "reduce", "exchange", "run", "runSmall", "runSliced", "arrive");
  private static final List<String> LOOPS =
      List.of("add", "finish", "store", "give", "take", "load");

  private InlineLimits() {}

  /// Flags for a JVM that uses collectives.
  public static List<String> flags() {
    Stream<String> cuts = Stream.concat(LINKS.stream(), LOOPS.stream()).map(ROOM::concat);
    return Stream.concat(Stream.of("quiet"), cuts).map(COMMAND::concat).toList();
  }
}
