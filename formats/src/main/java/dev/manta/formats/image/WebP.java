package dev.manta.formats.image;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Images that the JDK has no reader for: any that is on the class path is found.
final class WebP {
  static final String MISSING =
      "it is a WebP image, which the JDK does not read: put a reader for ImageIO on the class path,"
          + " such as com.twelvemonkeys.imageio:imageio-webp";

  private static final int NAME_AT = 8;
  private static final byte[] OUTER = "RIFF".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NAME = "WEBP".getBytes(StandardCharsets.US_ASCII);

  private WebP() {}

  static boolean isWebP(byte[] file) {
    return file.length >= NAME_AT + NAME.length
        && Arrays.equals(file, 0, OUTER.length, OUTER, 0, OUTER.length)
        && Arrays.equals(file, NAME_AT, NAME_AT + NAME.length, NAME, 0, NAME.length);
  }
}
