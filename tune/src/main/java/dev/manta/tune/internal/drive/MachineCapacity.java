package dev.manta.tune.internal.drive;

import dev.manta.cluster.Resources;
import dev.manta.internal.local.MachineShare;
import dev.manta.tune.internal.experiment.Experiment;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/// The CPUs, GPUs, memory and declared resources of this machine that neither runs nor other
/// experiments of this user have.
public final class MachineCapacity implements Capacity {
  private static final ScopedValue<Boolean> WITHIN = ScopedValue.newInstance();
  private static final Duration SAY_AFTER = Duration.ofSeconds(2);
  private static final double ROUNDING = 1e-9;

  private final MachineShare share;
  private final Map<String, Double> each;
  private final Map<String, Double> all;
  private long waitsSince;
  private boolean waits;
  private boolean said;

  private MachineCapacity(Map<String, Double> each) {
    this.share = MachineShare.ofThisUser();
    this.each = each;
    this.all = MachineShare.all();
  }

  /// For trials whose workers take so much each. What a trial itself begins is part of what that
  /// has.
  public static Capacity of(Resources each) {
    Map<String, Double> amounts = MachineShare.amounts(each);
    boolean within = MachineShare.isWithinShare() || WITHIN.orElse(false);
    return amounts.isEmpty() || within ? Capacity.unlimited() : new MachineCapacity(amounts);
  }

  /// For trials of a plain function: one CPU each, or less where more of them are to run at a time
  /// than there are CPUs.
  public static Capacity ofFunctions(int concurrent) {
    double processors = Runtime.getRuntime().availableProcessors();
    return of(Resources.cpus(Math.min(1, processors / concurrent)));
  }

  /// Runs a trial in this process.
  static void within(Runnable trial) {
    ScopedValue.where(WITHIN, true).run(trial);
  }

  @Override
  public int workers(Experiment.Need need) {
    var wish = new MachineShare.Wish(need.used(), need.piece(), need.most());
    int workers = (int) Math.floor(share.ask(wish, each, all) + ROUNDING);
    say(need, need.used() == 0 && need.most() > 0 && workers == 0);
    return workers;
  }

  private void say(Experiment.Need need, boolean now) {
    waitsSince = waits ? waitsSince : System.nanoTime();
    waits = now;
    said &= now;
    if (waits && !said && System.nanoTime() - waitsSince > SAY_AFTER.toNanos()) {
      said = true;
      System.getLogger("dev.manta.tune")
          .log(
              System.Logger.Level.INFO,
              "trials wait, as other programs of this user have a part of this machine: "
                  + each.keySet().stream()
                      .map(name -> missing(name, need))
                      .collect(Collectors.joining("; ")));
    }
  }

  private String missing(String name, Experiment.Need need) {
    return "%s needed %s, taken %s of %s"
        .formatted(
            name,
            need.piece() * each.getOrDefault(name, 0.0),
            share.taken(name),
            all.getOrDefault(name, 0.0));
  }

  @Override
  public void close() {
    share.close();
  }
}
