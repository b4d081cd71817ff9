package dev.manta.torch.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.UpdateListener;
import dev.manta.torch.internal.cuda.Gpus;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Optimizers do what Python's do, on lists and on flat memory.
class OptimizersTest {
  private static final double TOLERANCE = 1e-6;
  private static final double GPU_TOLERANCE = 1e-5;
  private static final String UNUSED = "-unused";

  private static final Map<String, Function<List<Tensor>, Optimizer>> CASES = cases();

  private static Map<String, Function<List<Tensor>, Optimizer>> cases() {
    Map<String, Function<List<Tensor>, Optimizer>> all = new HashMap<>();
    all.put("adamw", p -> new AdamW(p, 1e-2));
    all.put("adamw-amsgrad", p -> new AdamW(p, 1e-2).betas(0.8, 0.99).weightDecay(0.1).amsgrad());
    all.put("adamw-groups", OptimizersTest::groups);
    all.put("adam", p -> new Adam(p, 1e-2).weightDecay(0.05).epsilon(1e-6));
    all.put("sgd", p -> new SGD(p, 1e-2));
    all.put("sgd-nesterov", p -> new SGD(p, 1e-2).momentum(0.9).weightDecay(5e-4).nesterov());
    all.put("sgd-dampening", p -> new SGD(p, 1e-2).momentum(0.8).dampening(0.3));
    all.put("rmsprop", p -> new RMSprop(p, 1e-3));
    all.put(
        "rmsprop-centered",
        p -> new RMSprop(p, 1e-3).alpha(0.9).weightDecay(1e-2).momentum(0.5).centered());
    all.put("adagrad", p -> new Adagrad(p, 1e-1));
    all.put(
        "adagrad-decay",
        p ->
            new Adagrad(p, 1e-1).learningRateDecay(1e-2).weightDecay(1e-2).initialAccumulator(0.1));
    return all;
  }

  private static Optimizer groups(List<Tensor> p) {
    ParameterGroup bias =
        ParameterGroup.of(List.of(p.get(1)))
            .set(Setting.WEIGHT_DECAY, 0)
            .set(Setting.LEARNING_RATE, 3e-2);
    return new AdamW(List.of(p.get(0), p.get(2)), 1e-2).group(bias);
  }

  private static Optimizer make(String name, List<Tensor> parameters) {
    Function<List<Tensor>, Optimizer> make = CASES.get(name);
    if (make == null) {
      throw new IllegalArgumentException(name);
    }
    return make.apply(parameters);
  }

  private static List<String> names() {
    return CASES.keySet().stream().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void listsGivePythonsNumbers(String name) {
    follow(name, Function.identity(), false, "");
  }

  @ParameterizedTest
  @MethodSource("names")
  void flatMemoryGivesPythonsNumbers(String name) {
    follow(name, Function.identity(), true, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"adamw", "sgd-nesterov", "rmsprop", "adagrad"})
  void parametersWithoutGradientAreLeftAlone(String name) {
    follow(name, Function.identity(), false, UNUSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adamw", "sgd-nesterov", "rmsprop", "adagrad"})
  void parametersWithoutGradientAreLeftAloneInFlatMemory(String name) {
    follow(name, Function.identity(), true, UNUSED);
  }

  @ParameterizedTest
  @MethodSource("names")
  void flatMemoryKeepsTheStateThatListsDoWhenParametersAreUnused(String name) {
    var lists = new Course();
    var flat = new Course();
    Optimizer one = make(name, lists.parameters);
    Optimizer two = prepared(make(name, flat.parameters), flat, true);
    for (int step = 1; step <= 9; step++) {
      lists.step(one, step, true);
      flat.step(two, step, true);
    }
    new Golden.Row(9, lists.numbers()).requireClose(flat.numbers(), TOLERANCE);
    new Golden.Row(9, state(one)).requireClose(state(two), 10 * TOLERANCE);
  }

  private static double[] state(Optimizer optimizer) {
    return optimizer.stateDict().values().stream()
        .mapToDouble(each -> each.norm().item_double())
        .toArray();
  }

  @Test
  void stateThatWasRegisteredBeforeItMovedIsSavedToo() {
    var course = new Course();
    var optimizer = new AdamW(course.parameters, 1e-2);
    assertThat(optimizer.parts()).isNotEmpty();
    optimizer.attach(course.flat(), UpdateListener.UNHEARD);
    course.step(optimizer, 1, false);
    MemorySegment saved = optimizer.parts().getFirst().memory();
    assertThat(saved.get(java.lang.foreign.ValueLayout.JAVA_FLOAT, 0)).isNotZero();
  }

  private static List<Arguments> ofSixteenBits() {
    List<Arguments> all = new ArrayList<>();
    for (ScalarType type : List.of(ScalarType.BFloat16, ScalarType.Half)) {
      all.add(arguments("sgd", type, made(p -> new SGD(p, 0.1))));
      all.add(arguments("momentum", type, made(p -> new SGD(p, 0.1).momentum(0.9))));
      all.add(
          arguments(
              "nesterov",
              type,
              made(p -> new SGD(p, 0.1).momentum(0.9).weightDecay(0.1).nesterov().maximize())));
      all.add(
          arguments("dampening", type, made(p -> new SGD(p, 0.1).momentum(0.8).dampening(0.3))));
      all.add(arguments("adam", type, made(p -> new Adam(p, 0.1).weightDecay(0.1))));
      all.add(arguments("adamw", type, made(p -> new AdamW(p, 0.1))));
      all.add(arguments("amsgrad", type, made(p -> new AdamW(p, 0.1).amsgrad())));
      all.add(arguments("rmsprop", type, made(p -> new RMSprop(p, 0.1).epsilon(1e-3))));
      all.add(
          arguments(
              "centered",
              type,
              made(p -> new RMSprop(p, 0.01).epsilon(1e-1).momentum(0.5).centered())));
      all.add(arguments("adagrad", type, made(p -> new Adagrad(p, 0.1).weightDecay(0.1))));
    }
    return all;
  }

  private static Function<List<Tensor>, Optimizer> made(Function<List<Tensor>, Optimizer> make) {
    return make;
  }

  /// Long enough for operators to compute several numbers at once.
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("ofSixteenBits")
  void parametersOfSixteenBitsLearnLikeThoseOf32(
      String name, ScalarType type, Function<List<Tensor>, Optimizer> make) {
    double[] expected = afterTenSteps(ScalarType.Float, make);
    new Golden.Row(10, expected).requireClose(afterTenSteps(type, make), 0.05);
  }

  private static double[] afterTenSteps(ScalarType type, Function<List<Tensor>, Optimizer> make) {
    Tensor angles = torch.arange(new Scalar(1), new Scalar(101)).to(ScalarType.Float);
    Tensor parameter = Lifetime.keepTensor(angles.cos().to(type));
    parameter.set_requires_grad(true);
    Optimizer optimizer = make.apply(List.of(parameter));
    for (int step = 0; step < 10; step++) {
      Tensor gradient = angles.add(new Scalar(0.1 * step)).sin().to(type);
      parameter.mutable_grad().put(gradient);
      optimizer.step();
    }
    float[] numbers = new float[100];
    parameter.detach().to(ScalarType.Float).data_ptr_float().get(numbers);
    double[] all = new double[100];
    for (int i = 0; i < all.length; i++) {
      all[i] = numbers[i];
    }
    return all;
  }

  /// What a GPU computes with.
  @ParameterizedTest
  @ValueSource(strings = {"adagrad", "adagrad-decay"})
  void plainOperatorsGivePythonsNumbersToo(String name) {
    follow(name, optimizer -> ((Adagrad) optimizer).plain(), false, "");
    follow(name, optimizer -> ((Adagrad) optimizer).plain(), true, "");
  }

  @ParameterizedTest
  @MethodSource("names")
  void aGpuGivesPythonsNumbersToo(String name) {
    Device gpu = Gpus.first();
    for (boolean flat : List.of(false, true)) {
      var course = new Course(gpu);
      Optimizer optimizer = prepared(make(name, course.parameters), course, flat);
      follow(course, optimizer, Golden.read(name), false, GPU_TOLERANCE);
    }
  }

  private static void follow(
      String name, Function<Optimizer, Optimizer> change, boolean flat, String variant) {
    var course = new Course();
    Optimizer optimizer = prepared(change.apply(make(name, course.parameters)), course, flat);
    Golden golden = Golden.read(name + variant);
    follow(course, optimizer, golden, variant.equals(UNUSED), TOLERANCE);
  }

  private static Optimizer prepared(Optimizer optimizer, Course course, boolean flat) {
    if (flat) {
      optimizer.attach(course.flat(), UpdateListener.UNHEARD);
    }
    return optimizer;
  }

  private static void follow(
      Course course, Optimizer optimizer, Golden golden, boolean unused, double tolerance) {
    int step = 0;
    for (Golden.Row row : golden.rows()) {
      while (step < row.step()) {
        course.step(optimizer, ++step, unused);
      }
      row.requireClose(course.numbers(), tolerance);
    }
  }

  @Test
  void stateThatIsCarriedOverContinuesBitForBit() {
    var one = new Course();
    Optimizer first = new AdamW(one.parameters, 1e-2);
    var two = new Course();
    Optimizer second = new AdamW(two.parameters, 0.5);
    for (int step = 1; step <= 5; step++) {
      one.step(first, step, false);
    }
    copy(first.parts(), second.parts());
    second.restored();
    for (int p = 0; p < one.parameters.size(); p++) {
      two.parameters.get(p).detach().copy_(one.parameters.get(p).detach());
    }
    for (int step = 6; step <= 9; step++) {
      one.step(first, step, false);
      two.step(second, step, false);
    }
    assertThat(two.numbers()).containsExactly(one.numbers());
    assertThat(second.commits()).isEqualTo(9);
  }

  private static void copy(List<Part> from, List<Part> to) {
    for (int i = 0; i < from.size(); i++) {
      assertThat(to.get(i).name()).isEqualTo(from.get(i).name());
      MemorySegment.copy(
          from.get(i).memory(), 0, to.get(i).memory(), 0, from.get(i).memory().byteSize());
    }
  }

  @Test
  void stateHasPythonsNames() {
    var course = new Course();
    assertThat(new AdamW(course.parameters, 0.1).state(0))
        .containsOnlyKeys("exp_avg", "exp_avg_sq", "step");
  }

  @Test
  void aParameterGivenTwiceIsRefused() {
    Tensor parameter = new Course().parameters.getFirst();
    var optimizer = new SGD(List.of(parameter, parameter), 0.1);
    assertThatThrownBy(optimizer::step)
        .hasMessage("parameter 0 is given twice; each is in one group, once");
  }

  @Test
  void anUnknownSettingIsRefused() {
    List<Tensor> parameters = new Course().parameters;
    var optimizer =
        new SGD(parameters.subList(0, 1), 0.1)
            .group(ParameterGroup.of(parameters.subList(1, 2)).set(Setting.BETA1, 0.5));
    assertThatThrownBy(optimizer::step).hasMessage("this optimizer has no setting BETA1");
  }

  @Test
  void settingsComeBeforeTheFirstStep() {
    var course = new Course();
    var optimizer = new AdamW(course.parameters, 0.1);
    course.step(optimizer, 1, false);
    assertThatThrownBy(optimizer::amsgrad).hasMessageStartingWith("this optimizer has begun");
  }
}
