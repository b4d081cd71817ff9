package dev.manta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.TrainContext;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainerConfigTest {
  record Job(Object parameters, List<String> features, int rounds) {}

  record Parameters(double eta) {}

  static void train(TrainContext<Job> ctx) {}

  private static Trainer trainer() {
    return Trainer.of(TrainerConfigTest::train, new Job(new Parameters(0.1), List.of("x"), 5))
        .configField("parameters", Parameters.class);
  }

  @Test
  void aSearchSeesTheFieldThatUsersGive() {
    assertThat(trainer().configType()).contains(Parameters.class);
  }

  @Test
  void anotherConfigIsPutIntoTheField() {
    assertThat(trainer().config(new Parameters(0.3)).loop().config())
        .isEqualTo("{\"parameters\":{\"eta\":0.3},\"features\":[\"x\"],\"rounds\":5}");
  }

  @Test
  void theConfigIsWhatUsersGave() {
    assertThat(trainer().config().orElseThrow().text()).isEqualTo("{\"eta\":0.1}");
    assertThat(Trainer.of(TrainerConfigTest::train, new Job("x", List.of(), 5)).config())
        .hasValueSatisfying(
            json ->
                assertThat(json.text())
                    .isEqualTo("{\"parameters\":\"x\",\"features\":[],\"rounds\":5}"));
  }

  @Test
  void theFieldStaysAfterOtherChanges() {
    Trainer changed = trainer().config(new Parameters(0.3)).run(run -> run.quiet());
    assertThat(changed.config(new Parameters(0.5)).loop().config()).contains("{\"eta\":0.5}");
  }
}
