package dev.manta.internal.remote;

import dev.manta.internal.wire.WireException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Several messages in one frame of a link, each behind its length.
public final class MessageBatch {
  private MessageBatch() {}

  public static byte[] write(List<byte[]> messages) {
    int size = messages.stream().mapToInt(each -> Integer.BYTES + each.length).sum();
    ByteBuffer frame = ByteBuffer.allocate(size);
    messages.forEach(each -> frame.putInt(each.length).put(each));
    return frame.array();
  }

  public static List<ToNode> toNode(byte[] frame) {
    return read(frame, ToNodeCodec::read);
  }

  public static List<FromNode> fromNode(byte[] frame) {
    return read(frame, FromNodeCodec::read);
  }

  private static <T> List<T> read(byte[] frame, Function<RemoteIn, T> codec) {
    List<T> messages = new ArrayList<>();
    for (int at = 0; at < frame.length; ) {
      if (frame.length - at < Integer.BYTES) {
        throw new WireException("a frame of " + frame.length + " bytes is cut off");
      }
      int length = ByteBuffer.wrap(frame).getInt(at);
      at += Integer.BYTES;
      if (length < 1 || length > frame.length - at) {
        throw new WireException(
            "a message of " + Integer.toUnsignedString(length) + " bytes in a frame of less");
      }
      messages.add(codec.apply(new RemoteIn(frame, at, at + length)));
      at += length;
    }
    return messages;
  }
}
