package dev.manta.examples.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.testkit.python.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every recipe gives Python's answer. `-Dmanta.golden=write` asks the Python of `./dev peers`
/// again.
class RecipesTest {
  private static final Path GOLDEN =
      Path.of("src/test/resources/dev/manta/examples/torch/recipes.txt");

  private static final String SCRIPT =
      """
      import sys
      import numpy as np
      import torch
      import torch.nn.functional as F

      x = torch.tensor([[1, -2, 3], [4, 0.5, -6]])
      y = torch.tensor([[1.0, 1, 1], [2, 2, 2]])
      names = {"np": np, "torch": torch, "F": F, "print": str, "x": x, "y": y,
               "a": x.numpy(), "ids": torch.tensor([2, 0, 1, 2])}
      out = open(sys.argv[1], "w")
      for python in sys.argv[2:]:
          answer = eval(python, names)
          if isinstance(answer, (np.ndarray, np.generic)):
              answer = torch.as_tensor(answer)
          if isinstance(answer, torch.Size):
              answer = list(answer)
          print(python, str(answer).replace("\\n", "\\\\n"), sep="\\t", file=out)
      """;

  @Test
  void everyRecipeGivesPythonsAnswer() throws IOException {
    Map<String, String> ours = Recipes.answers();
    if ("write".equals(System.getProperty("manta.golden"))) {
      Files.createDirectories(GOLDEN.getParent());
      List<Object> arguments = new ArrayList<>(List.of(GOLDEN));
      arguments.addAll(ours.keySet());
      Python.run(SCRIPT, arguments.toArray());
    }
    assertThat(ours).containsExactlyEntriesOf(pythons());
  }

  private static Map<String, String> pythons() throws IOException {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String line : Files.readAllLines(GOLDEN)) {
      String[] fields = line.split("\t", -1);
      answers.put(fields[0], fields[1].replace("\\n", "\n"));
    }
    return answers;
  }
}
