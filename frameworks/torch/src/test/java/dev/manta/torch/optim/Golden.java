package dev.manta.torch.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// What Python computed: `src/test/python/optim_golden.py` writes these files.
record Golden(List<Row> rows) {
  /// Numbers after so many steps.
  record Row(int step, double[] numbers) {
    void requireClose(double[] actual, double tolerance) {
      assertThat(actual).as("after step " + step).hasSameSizeAs(numbers);
      for (int i = 0; i < numbers.length; i++) {
        assertThat(actual[i])
            .as("number " + i + " after step " + step)
            .isCloseTo(numbers[i], within(tolerance));
      }
    }
  }

  static Golden read(String name) {
    try (var in = Golden.class.getResourceAsStream(name + ".txt")) {
      var text =
          new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      List<Row> rows = new ArrayList<>();
      text.lines().forEach(line -> rows.add(row(line.split(" "))));
      return new Golden(rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String[] words) {
    double[] numbers = Arrays.stream(words).skip(1).mapToDouble(Double::parseDouble).toArray();
    return new Row(Integer.parseInt(words[0]), numbers);
  }
}
