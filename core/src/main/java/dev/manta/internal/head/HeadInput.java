package dev.manta.internal.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.remote.NodeAddress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Reads what [HeadOutput] wrote; whatever is not of that form is refused.
public final class HeadInput {
  private final ByteBuffer bytes;

  private HeadInput(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /// Reads a whole message.
  public static <T> T read(byte[] bytes, Function<HeadInput, T> message) throws HeadViolation {
    try {
      var in = new HeadInput(bytes);
      T read = message.apply(in);
      if (in.bytes.hasRemaining()) {
        throw new IllegalArgumentException(in.bytes.remaining() + " bytes too many");
      }
      return read;
    } catch (BufferUnderflowException e) {
      throw new HeadViolation("a message is cut short");
    } catch (IllegalArgumentException e) {
      throw new HeadViolation("a message cannot be read: " + e.getMessage());
    }
  }

  public int octet() {
    return Byte.toUnsignedInt(bytes.get());
  }

  public boolean flag() {
    int value = octet();
    if (value > 1) {
      throw new IllegalArgumentException("neither yes nor no: " + value);
    }
    return value == 1;
  }

  public int count() {
    return bytes.getInt();
  }

  public long number() {
    return bytes.getLong();
  }

  public double amount() {
    return Double.longBitsToDouble(number());
  }

  public String text() {
    byte[] encoded = new byte[length()];
    bytes.get(encoded);
    return new String(encoded, StandardCharsets.UTF_8);
  }

  /// Nothing is as long as it says it is without the bytes for it.
  private int length() {
    int length = count();
    if (length < 0 || length > bytes.remaining()) {
      throw new IllegalArgumentException(
          "a length of %s where %s bytes are left".formatted(length, bytes.remaining()));
    }
    return length;
  }

  public <T> List<T> each(Function<HeadInput, T> read) {
    List<T> values = new ArrayList<>();
    for (int left = length(); left > 0; left--) {
      values.add(read.apply(this));
    }
    return values;
  }

  public <T> Optional<T> optional(Function<HeadInput, T> read) {
    return flag() ? Optional.of(read.apply(this)) : Optional.empty();
  }

  public <T> Map<String, T> map(Function<HeadInput, T> read) {
    Map<String, T> values = new LinkedHashMap<>();
    for (int left = length(); left > 0; left--) {
      values.put(text(), read.apply(this));
    }
    return values;
  }

  public Resources resources() {
    return new Resources(amount(), amount(), number(), map(HeadInput::amount));
  }

  public Node node() {
    return new Node(text(), resources(), each(HeadInput::text), map(HeadInput::text));
  }

  public Demand demand() {
    return new Demand(
        text(),
        count(),
        count(),
        resources(),
        Placement.valueOf(text()),
        map(HeadInput::text),
        optional(HeadInput::text),
        optional(HeadInput::resources));
  }

  public NodeAddress address() {
    return new NodeAddress(text(), text(), count(), text());
  }

  HeadAddress head() {
    return new HeadAddress(text(), count(), text());
  }

  HeadGrant grant() {
    return new HeadGrant(number(), count(), each(HeadInput::part));
  }

  private HeadGrant.Part part() {
    return new HeadGrant.Part(node(), address(), count(), each(HeadInput::count));
  }

  ClusterStatus status() {
    return new ClusterStatus(
        text(), number(), flag(), each(HeadInput::nodeLine), each(HeadInput::claimLine));
  }

  private ClusterStatus.NodeLine nodeLine() {
    return new ClusterStatus.NodeLine(
        node(), address(), text(), flag(), each(HeadInput::shareLine));
  }

  private ClusterStatus.ShareLine shareLine() {
    return new ClusterStatus.ShareLine(text(), count(), each(HeadInput::count));
  }

  private ClusterStatus.ClaimLine claimLine() {
    return new ClusterStatus.ClaimLine(text(), text(), count(), count(), count(), text());
  }
}
