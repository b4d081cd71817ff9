package dev.manta.torch.internal.start;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What PyTorch's errors mean for the person who wrote the training function.
final class ErrorAdvice {
  /// What PyTorch says is within these many characters.
  private static final int MESSAGE_MAX = 10_000;

  private static final Pattern ON_HOST =
      Pattern.compile("can't allocate memory: you tried to allocate (\\d+) bytes");
  private static final Pattern ON_DEVICE =
      Pattern.compile("CUDA out of memory\\. ([^.]*\\.[^.]*)\\.");
  private static final Pattern UNORDERED =
      Pattern.compile("(\\w+) does not have a deterministic implementation");

  private ErrorAdvice() {}

  /// The same error in words that help; its place stays.
  static Throwable explain(Throwable thrown) {
    Optional<String> advice = of(thrown);
    if (advice.isEmpty()) {
      return thrown;
    }
    var explained = new MantaException(ErrorCode.USER, advice.get());
    explained.setStackTrace(thrown.getStackTrace());
    explained.addSuppressed(thrown);
    return explained;
  }

  static Optional<String> of(Throwable thrown) {
    String message = message(thrown);
    Matcher host = ON_HOST.matcher(message);
    if (host.find()) {
      return Optional.of(outOfMemory("the machine", bytes(host.group(1))));
    }
    Matcher device = ON_DEVICE.matcher(message);
    if (device.find()) {
      return Optional.of(outOfMemory("the GPU", device.group(1)));
    }
    Matcher unordered = UNORDERED.matcher(message);
    return unordered.find() ? Optional.of(unordered(unordered.group(1))) : Optional.empty();
  }

  /// An exception of the user's may not be able to say what it is, or say it at great length.
  private static String message(Throwable thrown) {
    try {
      String message = String.valueOf(thrown.getMessage());
      return message.substring(0, Math.min(message.length(), MESSAGE_MAX));
    } catch (RuntimeException mute) {
      return "";
    }
  }

  private static String bytes(String count) {
    return String.format(Locale.ROOT, "tried to allocate %.2f GB", Double.parseDouble(count) / 1e9);
  }

  private static String outOfMemory(String where, String what) {
    return "out of memory on "
        + where
        + " ("
        + what
        + "): use a smaller batch size and add up gradients within torch.noSync(), compute in"
        + " bfloat16 with torch.autocast(), or put fewer workers on a machine";
  }

  private static String unordered(String operator) {
    return "exact mode: "
        + operator
        + " sums in whatever order a GPU's threads come, so that its bits differ from run to run:"
        + " use another operator or the CPU, or train without torch.exact(…)";
  }
}
