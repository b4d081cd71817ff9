package dev.manta.torch.io;

import dev.manta.torch.internal.Natives;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The tensors that `golden.py` writes too: every type, a scalar, one without elements.
final class Samples {
  private Samples() {}

  static Map<String, Tensor> tensors() {
    Natives.load();
    Map<String, Tensor> all = new LinkedHashMap<>();
    for (Element each : Element.values()) {
      all.put(each.python(), counting(each));
    }
    all.put("scalar", torch.tensor(2.5f).squeeze());
    all.put("empty", torch.zeros(0, 4));
    return all;
  }

  static Tensor counting(Element element) {
    return torch
        .arange(new Scalar(6), new TensorOptions(ScalarType.Float))
        .reshape(2, 3)
        .to(element.scalar());
  }

  static Tensor empty(long... shape) {
    return torch.empty(shape, new TensorOptions(ScalarType.Float), new MemoryFormatOptional());
  }

  /// Shape, type and values, for comparison.
  static String text(Tensor tensor) {
    Tensor values = tensor.to(ScalarType.Double).contiguous();
    StringBuilder text = new StringBuilder();
    for (long n : tensor.shape()) {
      text.append(n).append('x');
    }
    text.append(tensor.scalar_type().intern()).append(':');
    for (int i = 0; i < values.numel(); i++) {
      text.append(String.format(Locale.ROOT, " %.4f", values.data_ptr_double().get(i)));
    }
    return text.toString();
  }

  static Map<String, String> texts(Map<?, ?> tensors) {
    Map<String, String> texts = new LinkedHashMap<>();
    tensors.forEach((name, tensor) -> texts.put((String) name, text((Tensor) tensor)));
    return texts;
  }

  static Path resource(Path directory, String name) throws IOException {
    Path file = directory.resolve(name);
    try (InputStream in = Objects.requireNonNull(Samples.class.getResourceAsStream(name), name)) {
      Files.copy(in, file);
    }
    return file;
  }
}
