package dev.manta.it.peers.training;

import dev.manta.torch.optim.Adagrad;
import dev.manta.torch.optim.Adam;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Curve;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.ParameterGroup;
import dev.manta.torch.optim.RMSprop;
import dev.manta.torch.optim.SGD;
import dev.manta.torch.optim.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/// The optimizers and schedules that set-ups name.
final class Optimizers {
  private Optimizers() {}

  /// With two groups every second parameter is in the second, which learns three times as fast.
  static Optimizer of(Setup setup, List<Tensor> all) {
    if (setup.has("groups", "1")) {
      return of(setup.get("optimizer"), all, Optional.empty());
    }
    List<Tensor> even = every(all, 0);
    ParameterGroup second =
        ParameterGroup.of(every(all, 1))
            .set(Setting.LEARNING_RATE, 3 * rate(setup.get("optimizer")));
    return of(setup.get("optimizer"), even, Optional.of(second));
  }

  private static List<Tensor> every(List<Tensor> all, int from) {
    List<Tensor> some = new ArrayList<>();
    for (int i = from; i < all.size(); i += 2) {
      some.add(all.get(i));
    }
    return some;
  }

  private static double rate(String name) {
    return name.startsWith("sgd") ? 0.05 : name.startsWith("adagrad") ? 0.1 : 0.01;
  }

  private static Optimizer of(String name, List<Tensor> p, Optional<ParameterGroup> more) {
    double rate = rate(name);
    return switch (name) {
      case "sgd" -> sgd(new SGD(p, rate), more);
      case "sgd-momentum" -> sgd(new SGD(p, rate).momentum(0.9), more);
      case "sgd-nesterov" -> sgd(new SGD(p, rate).momentum(0.9).weightDecay(1e-2).nesterov(), more);
      case "sgd-dampening" -> sgd(new SGD(p, rate).momentum(0.8).dampening(0.3), more);
      case "adam" -> adam(new Adam(p, rate).epsilon(1e-4), more);
      case "adam-decay" -> adam(new Adam(p, rate).epsilon(1e-4).weightDecay(0.05), more);
      case "adamw" -> adamw(new AdamW(p, rate).epsilon(1e-4), more);
      case "adamw-amsgrad" ->
          adamw(new AdamW(p, rate).epsilon(1e-4).betas(0.8, 0.99).weightDecay(0.1).amsgrad(), more);
      case "rmsprop" -> rmsprop(new RMSprop(p, rate).epsilon(1e-3), more);
      case "rmsprop-centered" ->
          rmsprop(new RMSprop(p, rate).epsilon(1e-1).alpha(0.9).momentum(0.5).centered(), more);
      case "adagrad" -> adagrad(new Adagrad(p, rate).epsilon(1e-3), more);
      case "adagrad-decay" ->
          adagrad(
              new Adagrad(p, rate)
                  .learningRateDecay(1e-2)
                  .weightDecay(1e-2)
                  .initialAccumulator(0.1),
              more);
      default -> throw new IllegalArgumentException("no optimizer " + name);
    };
  }

  private static Optimizer sgd(SGD made, Optional<ParameterGroup> more) {
    more.ifPresent(made::group);
    return made;
  }

  private static Optimizer adam(Adam made, Optional<ParameterGroup> more) {
    more.ifPresent(made::group);
    return made;
  }

  private static Optimizer adamw(AdamW made, Optional<ParameterGroup> more) {
    more.ifPresent(made::group);
    return made;
  }

  private static Optimizer rmsprop(RMSprop made, Optional<ParameterGroup> more) {
    more.ifPresent(made::group);
    return made;
  }

  private static Optimizer adagrad(Adagrad made, Optional<ParameterGroup> more) {
    more.ifPresent(made::group);
    return made;
  }

  /// The learning rate over the steps of a set-up.
  static Curve curve(Setup setup) {
    long steps = Math.max(2, setup.steps() + setup.count("epochs"));
    return switch (setup.get("schedule")) {
      case "none" -> Curve.constant();
      case "step" -> Curve.step(2, 0.7);
      case "cosine" -> Curve.cosine(steps, 1e-3);
      case "warmup" -> Curve.warmup(3, 0.25);
      case "cycle" -> Curve.oneCycle(0.05, steps);
      default -> throw new IllegalArgumentException("no schedule " + setup.get("schedule"));
    };
  }
}
