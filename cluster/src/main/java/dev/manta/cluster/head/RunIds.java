package dev.manta.cluster.head;

import java.util.Optional;
import java.util.regex.Pattern;

/// What may be the id of a run in a cluster: nodes have a directory of that name.
public final class RunIds {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,126}");
  private static final int SHOWN = 140;

  private RunIds() {}

  public static boolean isId(String run) {
    return ID.matcher(run).matches();
  }

  /// Why it is refused; empty where it is not.
  public static Optional<String> refusal(String run) {
    return isId(run) ? Optional.empty() : Optional.of(words(run));
  }

  private static String words(String run) {
    return "\"%s\" cannot be the id of a run on other machines: an id has 1 to 127 letters, digits, dots, dashes and underscores, and does not begin with a dot or a dash; give the run another name"
        .formatted(run.length() > SHOWN ? run.substring(0, SHOWN) + "…" : run);
  }
}
