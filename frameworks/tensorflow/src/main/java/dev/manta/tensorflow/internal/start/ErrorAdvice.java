package dev.manta.tensorflow.internal.start;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What TensorFlow's errors mean for the person who wrote the training function.
final class ErrorAdvice {
  /// What TensorFlow says is within these many characters.
  private static final int MESSAGE_MAX = 10_000;

  private static final Pattern NOT_FED =
      Pattern.compile("You must feed a value for placeholder tensor '([^']+)' with dtype (\\w+)");
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("OOM when allocating tensor with shape(\\[[^]]*])");
  private static final Pattern CLOSED =
      Pattern.compile("close\\(\\) (has been|was) called on the (Graph|Session|Tensor)");

  private ErrorAdvice() {}

  /// The same error in words that help; its place stays.
  static Throwable explain(Throwable thrown) {
    Optional<String> advice = of(message(thrown));
    if (advice.isEmpty()) {
      return thrown;
    }
    var explained = new MantaException(ErrorCode.USER, advice.get());
    explained.setStackTrace(thrown.getStackTrace());
    explained.addSuppressed(thrown);
    return explained;
  }

  static Optional<String> of(String message) {
    Matcher notFed = NOT_FED.matcher(message);
    if (notFed.find()) {
      return Optional.of(notFed(notFed.group(1), notFed.group(2)));
    }
    Matcher memory = OUT_OF_MEMORY.matcher(message);
    if (memory.find()) {
      return Optional.of(
          "out of memory on the machine (for a tensor of shape %s): use a smaller batch size, or put fewer workers on a machine"
              .formatted(memory.group(1)));
    }
    Matcher closed = CLOSED.matcher(message);
    return closed.find() ? Optional.of(closed(closed.group(2))) : Optional.empty();
  }

  private static String notFed(String name, String type) {
    return "the input \"%s\" of type %s is not fed: give the dataset a column of that name, or feed a tensor by step.run(rows, Map.of(placeholder, tensor))"
        .formatted(name, type);
  }

  private static String closed(String what) {
    return "this %s is freed: a graph, its session and what they return end with the attempt, and tensors of a batch with its step; call Tensorflow.of(ctx) in the training function and keep nothing of it in static fields"
        .formatted(what.toLowerCase(java.util.Locale.ROOT));
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
}
