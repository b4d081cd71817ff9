package dev.manta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
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

  record Awaited(double rate) {}

  static void awaits(TrainContext<Awaited> ctx) {}

  static final class AwaitingLoop implements TrainLoop<Awaited> {
    private static final long serialVersionUID = 1;

    @Override
    public void run(TrainContext<Awaited> ctx) {}
  }

  @Test
  void aTrainerWithTheClassOfItsConfigAloneSaysWhatToGiveIt() {
    Trainer trainer = Trainer.of(TrainerConfigTest::awaits, Awaited.class);
    assertThat(trainer.configType()).contains(Awaited.class);
    assertThat(trainer.config()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(trainer::fit)
        .withMessageContaining("TrainerConfigTest::awaits has the class of its config")
        .withMessageContaining("Trainer.of(TrainerConfigTest::awaits, new Awaited(…))")
        .withMessageContaining("or let Tuner.of(trainer) find the best one");
    assertThat(trainer.config(new Awaited(0.5)).config().orElseThrow().text())
        .isEqualTo("{\"rate\":0.5}");
    assertThat(Trainer.of(AwaitingLoop.class, Awaited.class).configType()).contains(Awaited.class);
  }
}
