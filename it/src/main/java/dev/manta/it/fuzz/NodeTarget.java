package dev.manta.it.fuzz;

import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.FromNodeCodec;
import dev.manta.internal.remote.MessageBatch;
import dev.manta.internal.remote.ToNode;
import dev.manta.internal.remote.ToNodeCodec;
import dev.manta.internal.wire.WireException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// A frame between a driver and a node, as either of them reads it.
final class NodeTarget implements Target {
  @Override
  public void take(byte[] input, Limits limits) {
    again(input, NodeTarget::toNode);
    again(input, NodeTarget::fromNode);
  }

  private static byte[] toNode(byte[] frame) {
    List<ToNode> messages = MessageBatch.toNode(frame);
    return MessageBatch.write(messages.stream().map(ToNodeCodec::write).toList());
  }

  private static byte[] fromNode(byte[] frame) {
    List<FromNode> messages = MessageBatch.fromNode(frame);
    return MessageBatch.write(messages.stream().map(FromNodeCodec::write).toList());
  }

  private static void again(byte[] input, UnaryOperator<byte[]> readAndWrite) {
    byte[] written;
    try {
      written = readAndWrite.apply(input);
    } catch (WireException answer) {
      return;
    }
    Finding.unless(
        Arrays.equals(written, readAndWrite.apply(written)),
        "a message is another one when it is sent on");
  }
}
