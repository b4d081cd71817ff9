package dev.manta.formats.tfrecord;

import java.util.Arrays;

/// Goes through the fields of a protocol buffer.
final class Message {
  private final byte[] all;
  private final int end;
  private int at;
  private int from;
  int field;
  int wire;
  long number;

  Message(byte[] all, int from, int end) {
    this.all = all;
    this.at = from;
    this.end = end;
  }

  boolean isAtEnd() {
    return at >= end;
  }

  /// Goes to the next field, if there is one.
  boolean next() {
    if (isAtEnd()) {
      return false;
    }
    long head = varint();
    field = (int) (head >>> 3);
    wire = (int) (head & 7);
    switch (wire) {
      case 0 -> number = varint();
      case 1 -> skip(8);
      case 2 -> skip(varint());
      case 5 -> skip(4);
      default -> throw new IllegalArgumentException("a field of wire type " + wire);
    }
    return true;
  }

  private void skip(long length) {
    if (length < 0 || length > end - at) {
      throw new IllegalArgumentException("a field of " + length + " bytes is cut off");
    }
    from = at;
    at += (int) length;
  }

  byte[] bytes() {
    return Arrays.copyOfRange(all, from, at);
  }

  Message inner() {
    return new Message(all, from, at);
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (isAtEnd()) {
        throw new IllegalArgumentException("a number is cut off");
      }
      byte next = all[at++];
      value |= (next & 127L) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too long");
  }
}
