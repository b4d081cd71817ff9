package dev.manta.internal.local;

import java.io.IOException;
import java.nio.file.Path;

/// A program that takes a share of the machine and keeps it until it is ended.
final class ShareHolder {
  private ShareHolder() {}

  public static void main(String[] arguments) throws IOException {
    try (var share = new MachineShare(Path.of(arguments[0]))) {
      share.take(Double.parseDouble(arguments[1]));
      System.out.println("taken");
      System.in.read();
    }
  }
}
