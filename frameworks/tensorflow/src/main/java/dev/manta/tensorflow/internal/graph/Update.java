package dev.manta.tensorflow.internal.graph;

import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.tensorflow.optim.Optimizer.Adam;
import dev.manta.tensorflow.optim.Optimizer.Momentum;
import dev.manta.tensorflow.optim.Optimizer.RmsProp;
import dev.manta.tensorflow.optim.Optimizer.Sgd;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Variable;
import org.tensorflow.op.train.ApplyMomentum;
import org.tensorflow.types.TFloat32;

/// The part of a graph that applies averaged gradients to variables. What changes with the steps,
/// such as the powers of Adam's betas, is fed: as variables of the graph these would be changed
/// while others read them, and replicas would drift apart.
///
/// @param learningRate how far this step goes
/// @param powers the powers of Adam's betas at this step; empty for other optimizers
/// @param targets what makes the step
public record Update(
    Placeholder<TFloat32> learningRate, List<Placeholder<TFloat32>> powers, List<Op> targets) {
  /// Adds it to a graph.
  ///
  /// @param ops where operators of the update are made
  /// @param slots where the optimizer's variables are made
  public static Update of(
      Ops ops, Slots slots, Optimizer optimizer, List<TrainedVariable> variables) {
    Placeholder<TFloat32> rate = ops.placeholder(TFloat32.class, Placeholder.shape(scalar()));
    List<Placeholder<TFloat32>> powers = new ArrayList<>();
    for (int i = 0; i < (optimizer instanceof Adam ? 2 : 0); i++) {
      powers.add(ops.placeholder(TFloat32.class, Placeholder.shape(scalar())));
    }
    List<Op> targets = new ArrayList<>();
    for (TrainedVariable each : variables) {
      targets.add(target(new Place(ops, slots, each, rate), powers, optimizer));
    }
    return new Update(rate, powers, targets);
  }

  private static org.tensorflow.ndarray.Shape scalar() {
    return org.tensorflow.ndarray.Shape.scalar();
  }

  private static Op target(Place place, List<Placeholder<TFloat32>> powers, Optimizer optimizer) {
    return switch (optimizer) {
      case Sgd _ -> place.sgd();
      case Momentum momentum -> place.momentum(momentum);
      case RmsProp rmsProp -> place.rmsProp(rmsProp);
      case Adam adam -> place.adam(adam, powers.get(0), powers.get(1));
    };
  }

  /// A variable that is trained, and the part of the averaged gradient that is its own.
  public record TrainedVariable(
      String name, Operand<TFloat32> variable, Operand<TFloat32> gradient) {}

  /// Where an optimizer's own variables are made.
  ///
  /// @param ops operators of the init scope
  /// @param ending what the names end with, so that several optimizers have variables of their own
  public record Slots(Graph graph, Ops ops, String ending) {}

  /// Where the update of one variable is made.
  private record Place(Ops ops, Slots slots, TrainedVariable trained, Operand<TFloat32> rate) {
    Op sgd() {
      return ops.train.applyGradientDescent(variable(), rate, trained.gradient());
    }

    Op momentum(Momentum momentum) {
      return ops.train.applyMomentum(
          variable(),
          slot("momentum"),
          rate,
          trained.gradient(),
          number(momentum.momentum()),
          ApplyMomentum.useNesterov(momentum.nesterov()));
    }

    Op rmsProp(RmsProp rmsProp) {
      return ops.train.applyRmsProp(
          variable(),
          slot("square"),
          slot("momentum"),
          rate,
          number(rmsProp.decay()),
          number(rmsProp.momentum()),
          number(rmsProp.epsilon()),
          trained.gradient());
    }

    Op adam(Adam adam, Operand<TFloat32> power1, Operand<TFloat32> power2) {
      return shrunk(adam)
          .train
          .applyAdam(
              variable(),
              slot("mean"),
              slot("square"),
              power1,
              power2,
              rate,
              number(adam.beta1()),
              number(adam.beta2()),
              number(adam.epsilon()),
              trained.gradient());
    }

    /// Operators that run after the variable has shrunk by the weight decay.
    private Ops shrunk(Adam adam) {
      if (adam.weightDecay() == 0) {
        return ops;
      }
      Operand<TFloat32> share = ops.math.mul(rate, number(adam.weightDecay()));
      Op shrinking = ops.assignSub(variable(), ops.math.mul(share, ops.identity(variable())));
      return ops.withControlDependencies(List.of(shrinking));
    }

    private Operand<TFloat32> variable() {
      return trained.variable();
    }

    private Variable<TFloat32> slot(String kind) {
      Operand<TFloat32> zeros = FirstValues.zeros(slots.ops(), variable().shape().asArray());
      return NamedVariable.of(slots.graph(), trained.name() + "/" + kind + slots.ending(), zeros);
    }

    private Operand<TFloat32> number(double value) {
      return ops.constant((float) value);
    }
  }
}
