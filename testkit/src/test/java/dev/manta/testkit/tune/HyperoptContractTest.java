package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("campaign")
class HyperoptContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.hyperopt().python(Python.with("hyperopt"));
  }

  @Override
  protected Space space() {
    return Space.of()
        .choice("kind", "a", "b", "c")
        .normal("bias", 0, 1)
        .logInteger("width", 1, 512)
        .when("kind", "a", inner -> inner.uniform("rate", 0.1, 1).integer("nested.depth", 1, 3))
        .when("kind", List.of("b", "c"), inner -> inner.quantized("drop", 0, 0.5, 0.1));
  }
}
