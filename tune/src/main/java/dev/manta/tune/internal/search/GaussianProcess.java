package dev.manta.tune.internal.search;

import dev.manta.tune.Searcher;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Bayesian optimisation: a Gaussian process of what is known, and the point where the logarithm of
/// the expected improvement is largest. Running trials count with the value that is expected of
/// them.
///
/// @param startup how many points fill the space evenly first
/// @param known how many trials the process knows at most: the best ones and the newest
public record GaussianProcess(int startup, int known) implements Searcher {
  public static final GaussianProcess STANDARD = new GaussianProcess(8, 300);
  private static final List<Double> POWERS = List.of(1.0, 0.5, 0.0);

  @Override
  public Suggestion suggest(Trials trials) {
    List<Trial> valued = valued(trials);
    if (valued.size() < startup || Coding.of(trials).size() == 0) {
      double[] first = SobolSearch.places(trials);
      return new Suggestion.Try(Coding.of(trials).decode(first), "one of the first, evenly spread");
    }
    double[][] points = new double[valued.size()][];
    double[] losses = new double[valued.size()];
    for (int i = 0; i < losses.length; i++) {
      points[i] = Coding.filled(trials.places(valued.get(i)));
      losses[i] = trials.loss(valued.get(i));
    }
    double[] best = search(trials, points, losses);
    return new Suggestion.Try(Coding.of(trials).decode(best), "Gaussian process");
  }

  /// Those with values; of many, the best half and the newest.
  private List<Trial> valued(Trials trials) {
    List<Trial> valued =
        trials.ended().stream().filter(trial -> trial.state().hasValues()).toList();
    if (valued.size() <= known) {
      return valued;
    }
    List<Trial> chosen = new ArrayList<>(valued.subList(valued.size() - known / 2, valued.size()));
    valued.subList(0, valued.size() - known / 2).stream()
        .sorted(Comparator.comparingDouble(trials::loss))
        .limit(known - known / 2)
        .forEach(chosen::add);
    return chosen;
  }

  private static double[] search(Trials trials, double[][] points, double[] losses) {
    var axes = Axes.of(Coding.of(trials).axes());
    Model best = model(axes, points, losses, POWERS.getFirst());
    for (double power : POWERS.subList(1, POWERS.size())) {
      Model other = model(axes, points, losses, power);
      best = other.unlikely() < best.unlikely() ? other : best;
    }
    return new Acquisition(axes, trials, best.kernel()).search(points, best.values());
  }

  /// A kernel for bent values, and how unlikely the values are under it.
  private record Model(Kernel kernel, double[] values, double unlikely) {}

  private static Model model(Axes axes, double[][] points, double[] losses, double power) {
    Warp.Warped warped = Warp.of(power, losses).standardize(losses);
    KernelFit.Fit fit = new KernelFit(points, warped.values(), axes.ordered()).fit();
    return new Model(fit.kernel(), warped.values(), fit.loss() - warped.jacobian());
  }
}
