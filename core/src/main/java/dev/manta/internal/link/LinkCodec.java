package dev.manta.internal.link;

import dev.manta.internal.link.LinkMessage.Parting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/// The messages of a link as bytes: a kind, then numbers; behind a frame's number its length and
/// its bytes.
final class LinkCodec {
  private static final int HELLO = 1;
  private static final int FRAME = 2;
  private static final int TAKEN = 3;
  private static final int BYE = 4;
  private static final int TEXT_MAX = 400;
  private static final int PART = 256 << 10;
  private static final byte[] NOTHING = {};

  /// A message with the bytes of a frame.
  record Parcel(LinkMessage message, byte[] payload) {
    Parcel(LinkMessage message) {
      this(message, NOTHING);
    }
  }

  private LinkCodec() {}

  static void write(Parcel parcel, DataOutputStream out) throws IOException {
    switch (parcel.message()) {
      case LinkMessage.Hello hello -> writeHello(hello, out);
      case LinkMessage.Frame(long number) -> {
        out.writeByte(FRAME);
        out.writeLong(number);
        out.writeInt(parcel.payload().length);
        out.write(parcel.payload());
      }
      case LinkMessage.Taken(Progress progress) -> {
        out.writeByte(TAKEN);
        writeProgress(progress, out);
      }
      case LinkMessage.Bye(Parting parting, String why) -> {
        out.writeByte(BYE);
        out.writeByte(parting.code());
        out.writeUTF(why.substring(0, Math.min(why.length(), TEXT_MAX)));
      }
    }
  }

  private static void writeHello(LinkMessage.Hello hello, DataOutputStream out) throws IOException {
    out.writeByte(HELLO);
    out.writeLong(hello.session());
    out.writeLong(hello.known());
    out.writeInt(hello.call());
    out.writeLong(hello.accepted());
    writeProgress(hello.taken(), out);
  }

  private static void writeProgress(Progress progress, DataOutputStream out) throws IOException {
    out.writeLong(progress.number());
    out.writeLong(progress.bytes());
  }

  /// Reads a message; `part` is run whenever some bytes of a long frame have come.
  static Parcel read(DataInputStream in, int frameBytes, Runnable part) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case HELLO ->
          new Parcel(
              new LinkMessage.Hello(
                  in.readLong(), in.readLong(), in.readInt(), in.readLong(), readProgress(in)));
      case FRAME -> new Parcel(new LinkMessage.Frame(in.readLong()), payload(in, frameBytes, part));
      case TAKEN -> new Parcel(new LinkMessage.Taken(readProgress(in)));
      case BYE -> new Parcel(new LinkMessage.Bye(Parting.of(in.readUnsignedByte()), in.readUTF()));
      default -> throw new LinkViolation("a message of kind " + kind);
    };
  }

  private static Progress readProgress(DataInputStream in) throws IOException {
    return new Progress(in.readLong(), in.readLong());
  }

  /// Somebody who announces much and sends little shall not cost much.
  private static int more(int have, int length) {
    return (int) Math.min(length, 4L * have);
  }

  private static byte[] payload(DataInputStream in, int most, Runnable part) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new LinkViolation("a frame of %s bytes, where %s are the most".formatted(length, most));
    }
    byte[] payload = new byte[Math.min(length, PART)];
    for (int at = 0; at < length; at += PART) {
      payload = at < payload.length ? payload : Arrays.copyOf(payload, more(at, length));
      in.readFully(payload, at, Math.min(PART, length - at));
      part.run();
    }
    return payload;
  }
}
