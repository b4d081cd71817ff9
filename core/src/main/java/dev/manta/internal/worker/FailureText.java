package dev.manta.internal.worker;

import dev.manta.error.Passwords;
import dev.manta.internal.code.ProgramFrames;
import dev.manta.internal.wire.LongText;
import dev.manta.internal.wire.ToController;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Says what went wrong in a training function, for the person who reads it: the first cause first.
final class FailureText {
  private static final int STACK_CHARACTERS_MAX = 48 << 10;
  private static final int SENTENCE_CHARACTERS_MAX = 2000;
  private static final int SUPPRESSED_MAX = 10;
  private static final int CAUSES_TOLD_MAX = 40;

  private FailureText() {}

  /// What a function threw.
  static ToController.Failed thrown(int attempt, long step, Throwable thrown) {
    String name = thrown.getClass().getName();
    String mute = "threw " + name + ", which does not say more of itself";
    return ThrowableText.within(
        () -> described(attempt, step, thrown),
        () -> new ToController.Failed(attempt, step, name, mute, "", name + "\n"));
  }

  private static ToController.Failed described(int attempt, long step, Throwable thrown) {
    Throwable first = ThrowableText.causes(thrown).getFirst();
    return new ToController.Failed(
        attempt,
        step,
        first.getClass().getName(),
        sentence(first),
        where(ThrowableText.stack(first)),
        allCauses(thrown));
  }

  /// What another thread of the user's program threw.
  static ToController.Failed inThread(int attempt, long step, Thread thread, Throwable thrown) {
    ToController.Failed failed = thrown(attempt, step, thrown);
    return new ToController.Failed(
        attempt,
        step,
        failed.type(),
        failed.what() + " in thread \"" + thread.getName() + "\"",
        failed.where(),
        failed.stack());
  }

  /// The program ended its own process.
  static ToController.Failed exit(int attempt, long step, StackTraceElement[] caller) {
    return new ToController.Failed(
        attempt,
        step,
        "java.lang.System.exit",
        "called System.exit",
        where(caller),
        frames(fromUser(caller)));
  }

  private static StackTraceElement[] fromUser(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .dropWhile(frame -> !ProgramFrames.isPrograms(frame))
        .toArray(StackTraceElement[]::new);
  }

  private static String sentence(Throwable first) {
    if (first instanceof OutOfMemoryError) {
      long megabytes = Runtime.getRuntime().maxMemory() >> 20;
      return "ran out of memory (%s); its heap may grow to %s MB: raise it with ScalingConfig.heap"
          .formatted(first.getMessage(), megabytes);
    }
    if (first instanceof StackOverflowError) {
      return "overflowed its stack";
    }
    return "threw " + LongText.cut(said(first), SENTENCE_CHARACTERS_MAX);
  }

  /// Before it is cut: of a password that is cut nobody knows any more that it is one.
  private static String said(Throwable first) {
    String text = ThrowableText.of(first);
    return Passwords.hidden(text.lines().findFirst().orElse(text));
  }

  private static String where(StackTraceElement[] stack) {
    Optional<StackTraceElement> user =
        Arrays.stream(stack).filter(ProgramFrames::isPrograms).findFirst();
    return user.map(FailureText::text).orElse("");
  }

  /// Without class loaders and modules, which differ between a thrown stack and a thread's.
  private static String text(StackTraceElement frame) {
    String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
    String place = frame.getFileName() == null ? "unknown" : frame.getFileName() + line;
    return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
  }

  /// All causes with their stacks, the first cause first, without Manta's own frames at the end.
  static String stack(Throwable thrown) {
    return ThrowableText.within(() -> allCauses(thrown), () -> thrown.getClass().getName() + "\n");
  }

  private static String allCauses(Throwable thrown) {
    List<Throwable> causes = ThrowableText.causes(thrown);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < causes.size(); i++) {
      if (i < CAUSES_TOLD_MAX / 2 || i >= causes.size() - CAUSES_TOLD_MAX / 2) {
        tell(text, causes.get(i));
      }
    }
    return LongText.cut(Passwords.hidden(text.toString()), STACK_CHARACTERS_MAX);
  }

  private static void tell(StringBuilder text, Throwable cause) {
    text.append(text.isEmpty() ? "" : "which became ").append(ThrowableText.of(cause)).append('\n');
    text.append(frames(ThrowableText.stack(cause)));
    Arrays.stream(cause.getSuppressed())
        .limit(SUPPRESSED_MAX)
        .forEach(each -> text.append("  suppressed: ").append(ThrowableText.of(each)).append('\n'));
  }

  private static String frames(StackTraceElement[] stack) {
    int end = stack.length;
    while (end > 0 && !ProgramFrames.isPrograms(stack[end - 1])) {
      end--;
    }
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : Arrays.copyOf(stack, end == 0 ? stack.length : end)) {
      text.append("    at ").append(text(frame)).append('\n');
    }
    return text.toString();
  }

  /// The stacks of all threads, this one first.
  static String everyThread(@Nullable Thread first) {
    Map<Thread, StackTraceElement[]> all = new LinkedHashMap<>();
    Map<Thread, StackTraceElement[]> now = Thread.getAllStackTraces();
    if (first != null && now.containsKey(first)) {
      all.put(first, first.getStackTrace());
    }
    now.forEach(all::putIfAbsent);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    all.forEach((thread, stack) -> print(out, thread, stack));
    return text.toString();
  }

  private static void print(PrintWriter out, Thread thread, StackTraceElement[] stack) {
    out.println('"' + thread.getName() + "\" " + thread.getState());
    for (StackTraceElement frame : stack) {
      out.println("    at " + text(frame));
    }
  }
}
