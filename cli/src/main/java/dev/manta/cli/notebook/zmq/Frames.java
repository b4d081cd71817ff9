package dev.manta.cli.notebook.zmq;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Messages of several parts as bytes of a connection, which begins with a greeting of both sides.
///
/// @param messageMax the most bytes that the parts of a message from the other side have together
record Frames(DataInputStream in, DataOutputStream out, int messageMax) {
  private static final int SIGNATURE_BEGIN = 0xFF;
  private static final int SIGNATURE_END = 0x7F;
  private static final int SIGNATURE_BYTES = 10;
  private static final int GREETING_BYTES = 64;
  private static final int VERSION_AT = 10;
  private static final int MECHANISM_AT = 12;
  private static final int MAJOR = 3;
  private static final byte[] NO_SECURITY = "NULL".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] READY = "\5READY".getBytes(StandardCharsets.US_ASCII);

  private static final int MORE = 1;
  private static final int LONG = 2;
  private static final int COMMAND = 4;
  private static final int SHORT_MAX = 255;
  private static final int COMMAND_MAX = 1 << 10;
  private static final int PARTS_MAX = 1024;

  /// Says what this side is, and hears what the other is.
  void greet(SocketKind kind) throws IOException {
    var greeting = new byte[GREETING_BYTES];
    greeting[0] = (byte) SIGNATURE_BEGIN;
    greeting[SIGNATURE_BYTES - 1] = (byte) SIGNATURE_END;
    greeting[VERSION_AT] = MAJOR;
    System.arraycopy(NO_SECURITY, 0, greeting, MECHANISM_AT, NO_SECURITY.length);
    out.write(greeting);
    out.flush();
    requireGreeting(in.readNBytes(GREETING_BYTES));
    ready(kind);
    requireReady();
  }

  private static void requireGreeting(byte[] heard) throws ProtocolException {
    boolean whole = heard.length == GREETING_BYTES;
    if (!whole
        || (heard[0] & 0xFF) != SIGNATURE_BEGIN
        || heard[SIGNATURE_BYTES - 1] != SIGNATURE_END
        || heard[VERSION_AT] < MAJOR
        || !Arrays.equals(
            Arrays.copyOfRange(heard, MECHANISM_AT, MECHANISM_AT + NO_SECURITY.length),
            NO_SECURITY)) {
      throw new ProtocolException("who connected does not speak ZMTP 3 without security");
    }
  }

  private void ready(SocketKind kind) throws IOException {
    byte[] name = "Socket-Type".getBytes(StandardCharsets.US_ASCII);
    byte[] value = kind.name().getBytes(StandardCharsets.US_ASCII);
    out.writeByte(COMMAND);
    out.writeByte(READY.length + 1 + name.length + Integer.BYTES + value.length);
    out.write(READY);
    out.writeByte(name.length);
    out.write(name);
    out.writeInt(value.length);
    out.write(value);
    out.flush();
  }

  private void requireReady() throws IOException {
    int flags = in.readUnsignedByte();
    byte[] body = body(flags, COMMAND_MAX);
    if ((flags & COMMAND) == 0 || !startsWith(body, READY)) {
      throw new ProtocolException("who connected sent no READY");
    }
  }

  private static boolean startsWith(byte[] body, byte[] start) {
    return body.length >= start.length
        && Arrays.equals(body, 0, start.length, start, 0, start.length);
  }

  /// The next message; commands in front of it are passed over.
  ///
  /// @throws java.io.EOFException where the other side has left
  List<byte[]> receive() throws IOException {
    List<byte[]> parts = new ArrayList<>();
    int room = messageMax;
    while (true) {
      int flags = in.readUnsignedByte();
      boolean command = (flags & COMMAND) != 0;
      byte[] body = body(flags, command ? COMMAND_MAX : room);
      if (command) {
        continue;
      }
      parts.add(body);
      room -= body.length;
      if ((flags & MORE) == 0) {
        return parts;
      }
      if (parts.size() == PARTS_MAX) {
        throw new ProtocolException("a message has more than " + PARTS_MAX + " parts");
      }
    }
  }

  private byte[] body(int flags, int max) throws IOException {
    long length = (flags & LONG) == 0 ? in.readUnsignedByte() : in.readLong();
    if (length < 0 || length > max) {
      throw new ProtocolException(
          "a part of a message has %s bytes, where %s are allowed".formatted(length, max));
    }
    byte[] body = in.readNBytes((int) length);
    if (body.length < length) {
      throw new ProtocolException("the connection ended within a message");
    }
    return body;
  }

  void send(List<byte[]> parts) throws IOException {
    for (int i = 0; i < parts.size(); i++) {
      byte[] part = parts.get(i);
      int more = i < parts.size() - 1 ? MORE : 0;
      if (part.length > SHORT_MAX) {
        out.writeByte(more | LONG);
        out.writeLong(part.length);
      } else {
        out.writeByte(more);
        out.writeByte(part.length);
      }
      out.write(part);
    }
    out.flush();
  }
}
