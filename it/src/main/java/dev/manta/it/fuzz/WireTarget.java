package dev.manta.it.fuzz;

import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.wire.WireException;
import java.util.Arrays;
import java.util.function.Function;

/// A frame, as either side reads it: what it says is sent on as the same frame.
final class WireTarget implements Target {
  @Override
  public void take(byte[] input, Limits limits) {
    again(input, frame -> ToController.read(frame).frame());
    again(input, frame -> ToWorker.read(frame).frame());
  }

  private static void again(byte[] input, Function<byte[], byte[]> readAndWrite) {
    byte[] written;
    try {
      written = readAndWrite.apply(input);
    } catch (WireException answer) {
      return;
    }
    Finding.unless(
        Arrays.equals(written, readAndWrite.apply(written)),
        "a message is another one when it is sent on");
  }
}
