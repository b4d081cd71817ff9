package dev.manta.tune.internal.schedule;

import dev.manta.tune.Decision;
import dev.manta.tune.Point;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Axis;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Population based training (Jaderberg and others, 2017): at each interval a trial of the worst
/// part takes over the checkpoint and the parameters of one of the best part, and changes them.
///
/// @param interval how many steps lie between two exchanges of a trial
/// @param part how large the best and the worst part are
/// @param resampled how likely a parameter is drawn anew rather than changed a little
public record PopulationTraining(long interval, double part, double resampled)
    implements Scheduler {
  public PopulationTraining {
    if (interval < 1) {
      throw new IllegalArgumentException("the interval must be at least 1 step, not " + interval);
    }
    if (!(part > 0 && part <= 0.5) || !(resampled >= 0 && resampled <= 1)) {
      throw new IllegalArgumentException(
          "part must be above 0 and at most 0.5, resampled from 0 to 1, not "
              + part
              + " and "
              + resampled);
    }
  }

  @Override
  public Schedule open(Setting setting) {
    return new Population(this, setting);
  }

  /// What is known of one trial.
  private record Member(Point point, double loss, long exchanged) {}

  private static final class Population implements Schedule {
    private final PopulationTraining training;
    private final Setting setting;
    private final Coding coding;
    private final Map<Integer, Member> members = new TreeMap<>();
    private long exchanges;

    Population(PopulationTraining training, Setting setting) {
      this.training = training;
      this.setting = setting;
      this.coding = new Coding(setting.space());
    }

    @Override
    public List<Decision> hear(TrialEvent event) {
      return switch (event) {
        case TrialEvent.Began(int trial, Point point) -> {
          members.putIfAbsent(trial, new Member(point, Double.POSITIVE_INFINITY, 0));
          yield List.of();
        }
        case TrialEvent.Reported report -> List.of(new Decision(report.trial(), judge(report)));
        case TrialEvent.Ended ended -> {
          members.remove(ended.trial());
          yield List.of();
        }
        case TrialEvent.Closed _ -> List.of();
      };
    }

    private Verdict judge(TrialEvent.Reported report) {
      Member known = members.get(report.trial());
      if (known == null) {
        throw new IllegalArgumentException("trial " + report.trial() + " reports before it began");
      }
      double loss = Losses.of(setting.goal(), report);
      boolean due = report.step() - known.exchanged() >= training.interval();
      long exchanged = due ? report.step() : known.exchanged();
      members.put(report.trial(), new Member(known.point(), loss, exchanged));
      return due ? exchange(report) : Verdict.CONTINUE;
    }

    private Verdict exchange(TrialEvent.Reported report) {
      List<Integer> sorted = new ArrayList<>(members.keySet());
      sorted.removeIf(each -> loss(each) == Double.POSITIVE_INFINITY && each != report.trial());
      sorted.sort(Comparator.comparingDouble(this::loss));
      int count = (int) Math.ceil(training.part() * sorted.size());
      boolean worst = sorted.indexOf(report.trial()) >= sorted.size() - count;
      if (2 * count > sorted.size() || !worst) {
        return Verdict.CONTINUE;
      }
      RandomGenerator random = RandomStream.of(setting.seed(), ++exchanges);
      int source = sorted.get(random.nextInt(count));
      Member from = members.getOrDefault(source, new Member(Point.EMPTY, 0, 0));
      Point changed = changed(from.point(), random);
      members.put(report.trial(), new Member(changed, from.loss(), report.step()));
      return new Verdict.Clone(source, changed, "among the worst at step " + report.step());
    }

    private double loss(int trial) {
      Member member = members.get(trial);
      return member == null ? Double.POSITIVE_INFINITY : member.loss();
    }

    /// Each parameter is drawn anew, or multiplied by 0.8 or 1.2 (a choice takes a neighbour).
    private Point changed(Point point, RandomGenerator random) {
      double[] places = coding.encode(point);
      for (int i = 0; i < places.length; i++) {
        Axis axis = coding.axis(i);
        boolean anew = random.nextDouble() < training.resampled() || Double.isNaN(places[i]);
        double uniform = random.nextDouble();
        places[i] = anew ? uniform : shifted(axis, point, places[i], uniform < 0.5);
      }
      return coding.decode(places);
    }

    private static double shifted(Axis axis, Point point, double place, boolean down) {
      if (!axis.ordered()) {
        double step = 1.0 / axis.levels();
        double moved = down ? place - step : place + step;
        return moved < 0 || moved > 1 ? place : moved;
      }
      double value = point.number(axis.name());
      double moved = axis.domain().unit(value * (down ? 0.8 : 1.2));
      double step = axis.levels() == 0 ? 0 : 1.0 / axis.levels();
      boolean stuck = Math.abs(moved - place) < step;
      return Math.clamp(stuck ? place + (down ? -step : step) : moved, 0.0, 1.0);
    }
  }
}
