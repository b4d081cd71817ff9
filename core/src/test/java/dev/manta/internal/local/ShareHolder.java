package dev.manta.internal.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A program that takes a share of the machine and keeps it until it is ended.
final class ShareHolder {
  private ShareHolder() {}

  public static void main(String[] arguments) throws IOException {
    try (var share = new MachineShare(Path.of(arguments[0]))) {
      share.take(Double.parseDouble(arguments[1]));
      share.takeGpus(
          List.of(new GpuRule.Wish(1, arguments.length - 2, 0)),
          Arrays.stream(arguments).skip(2).map(Integer::valueOf).toList(),
          Optional.empty());
      System.out.println("taken");
      System.in.read();
    }
  }
}
