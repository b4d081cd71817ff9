package dev.manta.internal.collective.group;

import dev.manta.internal.code.ProgramFrames;

/// The line of the user's program that made a call.
final class CallSite {
  private static final StackWalker WALKER = StackWalker.getInstance();

  private CallSite() {}

  /// The nearest caller outside of Manta, as ` at Train.java:33`; empty when there is none.
  static String here() {
    return WALKER.walk(
        frames ->
            frames
                .filter(frame -> ProgramFrames.isPrograms(frame.getClassName()))
                .findFirst()
                .map(CallSite::text)
                .orElse(""));
  }

  private static String text(StackWalker.StackFrame frame) {
    return " at " + frame.getFileName() + ":" + frame.getLineNumber();
  }
}
