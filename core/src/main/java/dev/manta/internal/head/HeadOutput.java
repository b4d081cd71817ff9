package dev.manta.internal.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.remote.NodeAddress;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Writes the values of messages: numbers of fixed length, the rest behind its length or count.
public final class HeadOutput {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public HeadOutput octet(int value) {
    bytes.write(value);
    return this;
  }

  public HeadOutput flag(boolean value) {
    return octet(value ? 1 : 0);
  }

  public HeadOutput count(int value) {
    bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    return this;
  }

  public HeadOutput number(long value) {
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    return this;
  }

  public HeadOutput amount(double value) {
    return number(Double.doubleToLongBits(value));
  }

  public HeadOutput text(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    count(encoded.length);
    bytes.writeBytes(encoded);
    return this;
  }

  public <T> HeadOutput each(Collection<T> values, BiConsumer<HeadOutput, T> write) {
    count(values.size());
    values.forEach(value -> write.accept(this, value));
    return this;
  }

  public <T> HeadOutput optional(Optional<T> value, BiConsumer<HeadOutput, T> write) {
    flag(value.isPresent());
    value.ifPresent(present -> write.accept(this, present));
    return this;
  }

  /// Always in the same order, so that equal maps are equal bytes.
  public <T> HeadOutput map(Map<String, T> values, BiConsumer<HeadOutput, T> write) {
    return each(
        new TreeMap<>(values).entrySet(),
        (out, entry) -> write.accept(out.text(entry.getKey()), entry.getValue()));
  }

  public HeadOutput resources(Resources value) {
    amount(value.cpus()).amount(value.gpus()).number(value.memoryBytes());
    return map(value.custom(), HeadOutput::amount);
  }

  public HeadOutput node(Node value) {
    text(value.name()).resources(value.total()).each(value.gpuNames(), HeadOutput::text);
    return map(value.labels(), HeadOutput::text);
  }

  public HeadOutput demand(Demand value) {
    text(value.run()).count(value.least()).count(value.most()).resources(value.each());
    text(value.placement().name()).map(value.labels(), HeadOutput::text);
    optional(value.acceleratorType(), HeadOutput::text);
    return optional(value.beside(), HeadOutput::resources);
  }

  public HeadOutput address(NodeAddress value) {
    return text(value.node()).text(value.host()).count(value.port()).text(value.print());
  }

  HeadOutput head(HeadAddress value) {
    return text(value.host()).count(value.port()).text(value.print());
  }

  HeadOutput grant(HeadGrant value) {
    number(value.term()).count(value.version());
    return each(
        value.parts(),
        (out, part) ->
            out.node(part.node())
                .address(part.address())
                .count(part.workers())
                .each(part.gpus(), HeadOutput::count));
  }

  HeadOutput status(ClusterStatus value) {
    text(value.head()).number(value.term()).flag(value.open());
    each(value.nodes(), HeadOutput::node);
    return each(
        value.claims(),
        (out, claim) ->
            out.text(claim.run())
                .text(claim.who())
                .count(claim.least())
                .count(claim.most())
                .count(claim.has())
                .text(claim.waits()));
  }

  private void node(ClusterStatus.NodeLine line) {
    node(line.node()).address(line.address()).text(line.state()).flag(line.candidate());
    each(
        line.shares(),
        (out, share) ->
            out.text(share.run()).count(share.workers()).each(share.gpus(), HeadOutput::count));
  }

  public byte[] bytes() {
    return bytes.toByteArray();
  }
}
