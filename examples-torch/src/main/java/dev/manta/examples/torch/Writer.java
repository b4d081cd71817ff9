package dev.manta.examples.torch;

import dev.manta.torch.models.Gpt;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/// Continues a text, always with the likeliest letter.
final class Writer {
  private Writer() {}

  static String write(Gpt model, String begin, int count) {
    Letters letters = Letters.ofSonnets();
    StringBuilder text = new StringBuilder(begin);
    for (int i = 0; i < count; i++) {
      text.append(letters.letter(next(model, letters, text.toString())));
    }
    return text.toString();
  }

  private static long next(Gpt model, Letters letters, String text) {
    String last = text.substring(Math.max(0, text.length() - CharacterGpt.CONTEXT));
    long[] numbers = last.chars().mapToLong(letter -> letters.number((char) letter)).toArray();
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      Tensor logits = model.call(Tensor.create(numbers, 1, numbers.length));
      return logits.select(1, numbers.length - 1).argmax().item_long();
    }
  }
}
