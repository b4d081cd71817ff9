package dev.manta.torch.nn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// What Python computed: samples of tensors by case and name, as `parity.py` writes them.
record Golden(Map<String, Map<String, Sample>> cases) {
  /// Every `step`-th value of a tensor.
  record Sample(long[] shape, int step, float[] values) {}

  static Golden resource(String name) throws IOException {
    try (var in = Golden.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("no resource " + name);
      }
      return parse(in.readAllBytes());
    }
  }

  static Golden parse(byte[] bytes) {
    int end = 0;
    while (bytes[end] != '\n' || bytes[end + 1] != '\n') {
      end++;
    }
    var values = ByteBuffer.wrap(bytes, end + 2, bytes.length - end - 2);
    values.order(ByteOrder.LITTLE_ENDIAN);
    Map<String, Map<String, Sample>> cases = new LinkedHashMap<>();
    for (String line : new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList()) {
      String[] parts = line.split("\\|", -1);
      String[] names = parts[0].split("/", 2);
      cases
          .computeIfAbsent(names[0], _ -> new LinkedHashMap<>())
          .put(names[1], sample(parts[1], Integer.parseInt(parts[2]), values));
    }
    return new Golden(cases);
  }

  private static Sample sample(String sizes, int step, ByteBuffer values) {
    long[] shape =
        sizes.isEmpty()
            ? new long[0]
            : Arrays.stream(sizes.split(",", -1)).mapToLong(Long::parseLong).toArray();
    long count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    float[] sample = new float[(int) ((count + step - 1) / step)];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = values.getFloat();
    }
    return new Sample(shape, step, sample);
  }
}
