package dev.manta.tune.internal.drive;

import dev.manta.internal.local.MachineShare;
import dev.manta.tune.internal.experiment.Experiment;
import java.time.Duration;

/// The CPUs of this machine that neither runs nor other experiments of this user have.
public final class MachineCapacity implements Capacity {
  private static final ScopedValue<Boolean> WITHIN = ScopedValue.newInstance();
  private static final Duration SAY_AFTER = Duration.ofSeconds(2);
  private static final double ROUNDING = 1e-9;

  private final MachineShare share;
  private final double each;
  private final double all;
  private long waitsSince;
  private boolean waits;
  private boolean said;

  MachineCapacity(MachineShare share, double each, double all) {
    this.share = share;
    this.each = each;
    this.all = all;
  }

  /// For trials whose workers take so many CPUs each. What a trial itself begins is part of what
  /// that has.
  public static Capacity of(double each) {
    boolean within = MachineShare.isWithinShare() || WITHIN.orElse(false);
    return each == 0 || within
        ? Capacity.unlimited()
        : new MachineCapacity(MachineShare.ofThisUser(), each, processors());
  }

  /// For trials of a plain function: one CPU each, or less where more of them are to run at a time
  /// than there are CPUs.
  public static Capacity ofFunctions(int concurrent) {
    return of(Math.min(1, processors() / concurrent));
  }

  private static double processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /// Runs a trial in this process.
  static void within(Runnable trial) {
    ScopedValue.where(WITHIN, true).run(trial);
  }

  @Override
  public int workers(Experiment.Need need) {
    var wish = new MachineShare.Wish(need.used() * each, need.piece() * each, need.most() * each);
    int workers = (int) Math.floor(share.ask(wish, all) / each + ROUNDING);
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
              "trials wait for {0} CPUs: other programs of this user have {1} of {2}",
              need.piece() * each,
              share.taken(),
              all);
    }
  }

  @Override
  public void close() {
    share.close();
  }
}
