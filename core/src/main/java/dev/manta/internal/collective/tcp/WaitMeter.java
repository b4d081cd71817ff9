package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallMeter;

/// Notes only the time spent waiting: what an engine inside another one knows.
record WaitMeter(CallMeter meter) implements CallMeter {
  @Override
  public void waited(long nanos) {
    meter.waited(nanos);
  }

  @Override
  public void last(int rank) {}

  @Override
  public void agreed(long control) {}
}
