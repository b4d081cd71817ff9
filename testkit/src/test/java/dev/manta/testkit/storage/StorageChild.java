package dev.manta.testkit.storage;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;

/// Another process that uses a local storage, for the tests that kill it or race with it.
final class StorageChild {
  private static final LocalStorage STORAGE = new LocalStorage();

  private StorageChild() {}

  public static void main(String[] args) throws Exception {
    Location root = Location.of(Path.of(args[1]));
    System.out.println("ready");
    if (System.in.read() < 0) {
      return;
    }
    switch (args[0]) {
      case "write" -> write(root);
      case "race" -> race(root, args[2], Integer.parseInt(args[3]));
      case "fill" -> fill(root);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /// Writes until it is killed; says which entries are acknowledged.
  private static void write(Location root) {
    Random random = new Random();
    for (int n = 0; ; n++) {
      STORAGE.put(root.resolve("object/" + n % 3), ByteSource.of(checked(random)));
      STORAGE.putIfAbsent(root.resolve("log/" + n), checked(random));
      System.out.println(n);
    }
  }

  private static void race(Location root, String name, int rounds) {
    byte[] mine = name.getBytes(StandardCharsets.UTF_8);
    for (int n = 0; n < rounds; n++) {
      if (STORAGE.putIfAbsent(root.resolve("log/" + n), mine)) {
        System.out.println(n);
      }
    }
  }

  /// Writes until the disk is full; says how.
  private static void fill(Location root) {
    try {
      for (int n = 0; ; n++) {
        STORAGE.put(root.resolve("object/" + n), ByteSource.of(new byte[50_000]));
      }
    } catch (MantaException e) {
      System.out.println(e.getMessage());
      System.out.println(STORAGE.list(root).stream().allMatch(entry -> entry.size() == 50_000));
      System.out.println(root.localPath().resolve("object").toFile().list().length);
      System.out.println(STORAGE.list(root).size());
    }
  }

  /// Random bytes that end with their checksum.
  private static byte[] checked(Random random) {
    byte[] body = new byte[random.nextInt(200_000)];
    random.nextBytes(body);
    return ByteBuffer.allocate(body.length + 8).put(body).putLong(checksum(body)).array();
  }

  static boolean isWhole(byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    byte[] body = new byte[bytes.length - 8];
    all.get(body);
    return all.getLong() == checksum(body);
  }

  private static long checksum(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return crc.getValue();
  }
}
