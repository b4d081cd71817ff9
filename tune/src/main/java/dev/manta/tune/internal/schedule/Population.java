package dev.manta.tune.internal.schedule;

import dev.manta.tune.Decision;
import dev.manta.tune.Point;
import dev.manta.tune.Scheduler;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.Verdict;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.schedule.Exploration.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Trials that exchange checkpoints: at each interval one of the worst part resumes from that of
/// one of the best part, with parameters that an exploration has changed.
final class Population implements Scheduler.Schedule {
  private final Scheduler.Setting setting;
  private final Rules rules;
  private final Exploration exploration;
  private final Map<Integer, Member> members = new TreeMap<>();
  private long exchanges;

  Population(Scheduler.Setting setting, Rules rules, Exploration exploration) {
    this.setting = setting;
    this.rules = rules;
    this.exploration = exploration;
  }

  /// When trials exchange, and which.
  ///
  /// @param interval how many steps lie between two exchanges of a trial
  /// @param part how large the best and the worst part are
  record Rules(long interval, double part) {
    Rules {
      if (interval < 1) {
        throw new IllegalArgumentException("the interval must be at least 1 step, not " + interval);
      }
      if (!(part > 0 && part <= 0.5)) {
        throw new IllegalArgumentException("part must be above 0 and at most 0.5, not " + part);
      }
    }
  }

  /// What is known of one trial.
  ///
  /// @param loss its last value
  /// @param exchanged when it had its last chance to exchange
  private record Member(Stretch stretch, double loss, long exchanged) {
    static Member begun(Point point, long exchanged) {
      return new Member(
          new Stretch(point, exchanged, Double.NaN), Double.POSITIVE_INFINITY, exchanged);
    }

    /// The first value that there is begins the stretch.
    Member reported(long step, double now) {
      boolean known = !Double.isNaN(stretch.loss());
      return new Member(known ? stretch : new Stretch(stretch.point(), step, now), now, exchanged);
    }

    Member due(long step) {
      return new Member(new Stretch(stretch.point(), step, loss), loss, step);
    }
  }

  @Override
  public List<Decision> hear(TrialEvent event) {
    return switch (event) {
      case TrialEvent.Began(int trial, Point point) -> {
        members.compute(trial, (_, known) -> begun(Optional.ofNullable(known), point));
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

  /// One that continues with other parameters than those it was given has not taken them over.
  private static Member begun(Optional<Member> known, Point point) {
    return known
        .filter(each -> each.stretch().point().equals(point))
        .orElseGet(() -> Member.begun(point, known.map(Member::exchanged).orElse(0L)));
  }

  private Verdict judge(TrialEvent.Reported report) {
    Member known = members.get(report.trial());
    if (known == null) {
      throw new IllegalArgumentException("trial " + report.trial() + " reports before it began");
    }
    double loss = Losses.of(setting.goal(), report);
    boolean due = report.step() - known.exchanged() >= rules.interval();
    Member now = known.reported(report.step(), loss);
    members.put(report.trial(), due ? now.due(report.step()) : now);
    if (!due) {
      return Verdict.CONTINUE;
    }
    exploration.learn(known.stretch(), report.step(), loss);
    return exchange(report);
  }

  private Verdict exchange(TrialEvent.Reported report) {
    List<Integer> sorted = new ArrayList<>(members.keySet());
    sorted.removeIf(each -> loss(each) == Double.POSITIVE_INFINITY && each != report.trial());
    sorted.sort(Comparator.comparingDouble(this::loss));
    int count = (int) Math.ceil(rules.part() * sorted.size());
    boolean worst = sorted.indexOf(report.trial()) >= sorted.size() - count;
    if (2 * count > sorted.size() || !worst) {
      return Verdict.CONTINUE;
    }
    RandomGenerator random = RandomStream.of(setting.seed(), ++exchanges);
    int source = sorted.get(random.nextInt(count));
    Stretch from = takenOver(source, report.step());
    Point changed = exploration.explore(from, others(report.trial()), random);
    var stretch = new Stretch(changed, report.step(), from.loss());
    members.put(report.trial(), new Member(stretch, from.loss(), report.step()));
    return new Verdict.Clone(source, changed, "among the worst at step " + report.step());
  }

  private Stretch takenOver(int source, long step) {
    Member from = members.getOrDefault(source, Member.begun(Point.EMPTY, 0));
    return new Stretch(from.stretch().point(), step, from.loss());
  }

  private List<Stretch> others(int trial) {
    return members.entrySet().stream()
        .filter(each -> each.getKey() != trial)
        .map(each -> each.getValue().stretch())
        .toList();
  }

  private double loss(int trial) {
    Member member = members.get(trial);
    return member == null ? Double.POSITIVE_INFINITY : member.loss();
  }
}
