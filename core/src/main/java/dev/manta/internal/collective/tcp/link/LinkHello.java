package dev.manta.internal.collective.tcp.link;

import java.io.IOException;
import java.nio.ByteBuffer;

/// What a new link is for: which group, which lane of it, from whom to whom. A group's number holds
/// its run, attempt and members, so a link of another attempt belongs to no group here.
public record LinkHello(long group, int lane, int from, int to) {
  static final int BYTES = 24;

  byte[] bytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(group)
        .putInt(lane)
        .putInt(from)
        .putInt(to)
        .putInt(LinkHandshake.VERSION)
        .array();
  }

  static LinkHello parse(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long group = buffer.getLong();
    LinkHello hello = new LinkHello(group, buffer.getInt(), buffer.getInt(), buffer.getInt());
    int version = buffer.getInt();
    if (version != LinkHandshake.VERSION) {
      throw new IOException("it speaks version " + version + ", not " + LinkHandshake.VERSION);
    }
    return hello;
  }
}
