package dev.manta.torch.internal;

/// Hears of an optimizer's updates.
public interface Commits {
  /// Nobody listens.
  Commits UNHEARD =
      new Commits() {
        @Override
        public void stepped(long count) {}

        @Override
        public void standsAt(long count) {}
      };

  /// An update was made; it was so many in all.
  void stepped(long count);

  /// So many updates were made before: at the beginning, and when state was restored.
  void standsAt(long count);
}
