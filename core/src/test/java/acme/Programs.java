package acme;

import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
import org.jspecify.annotations.Nullable;

/// Training functions in the shapes that users give them.
public final class Programs {
  /// A config.
  public record Config(double lr, int epochs) {}

  /// A config with a field that may be empty.
  public record Named(String name, @Nullable String note) {}

  private Programs() {}

  /// A plain static method.
  public static void train(TrainContext<Config> ctx) {
    ctx.rank();
  }

  /// Takes any config.
  public static void any(TrainContext<Object> ctx) {
    ctx.rank();
  }

  /// Uses something of the caller's.
  public static void use(int epochs) {
    if (epochs < 0) {
      throw new IllegalArgumentException("epochs " + epochs);
    }
  }

  /// A reference to a private method.
  public static TrainLoop<Config> hidden() {
    return Programs::secret;
  }

  private static void secret(Object ctx) {
    use(ctx.hashCode() & 1);
  }

  /// A class that implements the loop.
  public static final class Loop implements TrainLoop<Config> {
    private static final long serialVersionUID = 1L;

    @Override
    public void run(TrainContext<Config> ctx) {
      ctx.rank();
    }
  }

  /// A loop with state of its own.
  public static final class Stateful implements TrainLoop<Config> {
    private static final long serialVersionUID = 1L;

    private final int count;

    public Stateful(int count) {
      this.count = count;
    }

    @Override
    public void run(TrainContext<Config> ctx) {
      use(count);
    }

    /// The same by another name.
    public void train(TrainContext<Config> ctx) {
      use(count);
    }
  }

  /// A class with a static field that changes.
  public static final class Forgetful {
    private static int steps;

    private Forgetful() {}

    /// Counts in the field.
    public static void train(TrainContext<Config> ctx) {
      steps += ctx.rank();
      use(steps);
    }
  }
}
