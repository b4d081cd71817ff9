package dev.manta.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import acme.Programs;
import dev.manta.error.MantaException;
import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Functions become names before any process starts, and are found again by them.
class LoopsTest {
  private static final Programs.Config CONFIG = new Programs.Config(0.5, 3);

  @Test
  void aStaticMethodReferenceIsItsClassAndName() {
    LoopSpec spec = Loops.resolve(Programs::train, CONFIG);
    assertThat(spec)
        .isEqualTo(
            new LoopSpec(
                "acme.Programs", "train", "acme.Programs$Config", "{\"lr\":0.5,\"epochs\":3}"));
  }

  @Test
  void whatIsTypedAgainIsTheSameFunctionAlthoughTheShellNumbersIt() {
    var lambda = new LoopSpec("REPL.$JShell$12", "lambda$do_it$$0", "", "");
    var again = new LoopSpec("REPL.$JShell$20B", "lambda$do_it$$3", "", "");
    var declared = new LoopSpec("REPL.$JShell$12$Digits", "train", "", "");
    assertThat(lambda.isSameFunction(again)).isTrue();
    assertThat(declared.isSameFunction(new LoopSpec("REPL.$JShell$30$Digits", "train", "", "")))
        .isTrue();
    assertThat(declared.isSameFunction(lambda)).isFalse();
    assertThat(declared.name()).isEqualTo("Digits::train");
    assertThat(lambda.simpleName()).isEqualTo("shell");
  }

  @Test
  void staticFieldsThatCanChangeAreFound() {
    LoopSpec spec = Loops.resolve("acme.Programs$Forgetful", "train", CONFIG);
    assertThat(find(spec).mutableStatics()).containsExactly("steps");
    assertThat(find(Loops.resolve(Programs::train, CONFIG)).mutableStatics()).isEmpty();
  }

  @Test
  void aPrivateMethodIsFoundToo() throws Throwable {
    LoopSpec spec = Loops.resolve(Programs.hidden(), CONFIG);
    assertThat(find(spec).call(new Object[0])).isNull();
    assertThat(spec.method()).isEqualTo("secret");
  }

  @Test
  void aLambdaThatCapturesIsRefused() {
    int epochs = 3;
    TrainLoop<Programs.Config> loop = ctx -> Programs.use(epochs);
    assertThatThrownBy(() -> Loops.resolve(loop, CONFIG))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("captures [a java.lang.Integer]")
        .hasMessageContaining("put what it needs into the config");
  }

  @Test
  void aMethodOfAnObjectIsRefused() {
    var programs = new Programs.Stateful(4);
    assertThatThrownBy(() -> Loops.resolve(programs::train, CONFIG))
        .hasMessageContaining("captures [a acme.Programs$Stateful]");
  }

  @Test
  void anObjectWithStateIsRefused() {
    assertThatThrownBy(() -> Loops.resolve(new Programs.Stateful(4), CONFIG))
        .hasMessageContaining("objects do not travel to workers");
  }

  @Test
  void aClassIsMadeInTheWorker() {
    LoopSpec spec = Loops.resolve(Programs.Loop.class, CONFIG);
    assertThat(spec.method()).isEmpty();
    assertThat(find(spec).config(loader())).isEqualTo(CONFIG);
  }

  @Test
  void aConfigComesBackAsItWas() {
    LoopCall call = find(Loops.resolve(Programs::train, CONFIG));
    assertThat(call.config(loader())).isEqualTo(CONFIG);
  }

  @Test
  void aConfigByNameIsReadAsTheFunctionDeclaresIt() {
    LoopSpec spec = Loops.resolve("acme.Programs", "train", Map.of("lr", 0.25, "epochs", 2));
    assertThat(find(spec).config(loader())).isEqualTo(new Programs.Config(0.25, 2));
  }

  @Test
  void aConfigThatCannotTravelIsRefusedByName() {
    assertThatThrownBy(() -> Loops.resolve(Programs::any, new Object()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the config cannot travel to workers");
  }

  @Test
  @SuppressWarnings("NullAway") // what a user does
  void aNullWhereAValueIsNeededIsRefusedBeforeAnyProcessStarts() {
    assertThatThrownBy(() -> Loops.resolve(Programs::any, new Programs.Named(null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("config.name: is missing; expected String")
        .hasMessageContaining("Optional or @Nullable");
    var nothing = new Programs.Named("n", null);
    assertThat(find(Loops.resolve(Programs::any, nothing)).config(loader())).isEqualTo(nothing);
  }

  @Test
  void aMissingClassIsNamed() {
    assertThatThrownBy(() -> find(new LoopSpec("acme.Nowhere", "train", "", "")))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("there is no class acme.Nowhere");
    assertThatThrownBy(() -> Loops.resolve("acme.Nowhere", "train", CONFIG))
        .as("before anything is started")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no class acme.Nowhere")
        .cause()
        .as("which does not say the same again")
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void aMissingMethodShowsWhatIsThere() {
    assertThatThrownBy(() -> Loops.resolve("acme.Programs", "use", CONFIG))
        .hasMessageContaining(
            "acme.Programs.use has to take a TrainContext and nothing else; there is ")
        .hasMessageContaining("Programs.use(int)");
    assertThatThrownBy(() -> Loops.resolve("acme.TestLoops", "bussy", CONFIG))
        .hasMessageContaining(
            "there is no method acme.TestLoops.bussy; static methods of that class")
        .hasMessageContaining(" busy");
  }

  private static LoopCall find(LoopSpec spec) {
    return LoopCall.find(spec, TrainContext.class, loader());
  }

  private static ClassLoader loader() {
    return LoopsTest.class.getClassLoader();
  }
}
