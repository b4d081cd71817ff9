package dev.manta.torch.internal;

/// Hears of an optimizer's updates.
public interface UpdateListener {
  /// Nobody listens.
  UpdateListener UNHEARD =
      new UpdateListener() {
        @Override
        public void commit(Runnable change) {
          change.run();
        }

        @Override
        public boolean inPlace() {
          return false;
        }

        @Override
        public void stepped(long count) {}

        @Override
        public void standsAt(long count) {}
      };

  /// Makes an update, as the run's commit where it is that.
  void commit(Runnable change);

  /// Whether parameters and moments change only in commits.
  boolean inPlace();

  /// An update was made; it was so many in all.
  void stepped(long count);

  /// So many updates were made before: at the beginning, and when state was restored.
  void standsAt(long count);
}
