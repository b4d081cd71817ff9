package dev.manta.internal.machine;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ports on which a process may listen for other hosts: those of a range, or any that is free.
public record PortRange(int first, int last) {
  /// The variable in which a node says so to its workers.
  public static final String VARIABLE = "MANTA_DATA_PORTS";

  public static final PortRange ANY = new PortRange(0, 0);

  private static final int PORT_MAX = 65_535;
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

  /// What takes a port, or throws a [BindException] where somebody else has it.
  @FunctionalInterface
  public interface Binding {
    void at(InetSocketAddress address) throws IOException;
  }

  public PortRange {
    boolean any = first == 0 && last == 0;
    if (!any && (first < 1 || last > PORT_MAX || last < first)) {
      throw new IllegalArgumentException(
          "ports go from 1 to %s, the lower first, not %s-%s".formatted(PORT_MAX, first, last));
    }
  }

  /// That of this process.
  public static PortRange ofProcess() {
    String said = System.getenv(VARIABLE);
    if (said == null || said.isBlank()) {
      return ANY;
    }
    try {
      return parse(said);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(VARIABLE + ": " + e.getMessage(), e);
    }
  }

  /// Reads `40000-40999`.
  public static PortRange parse(String text) {
    Matcher range = RANGE.matcher(text.strip());
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a range of ports; write it like 40000-40999".formatted(text));
    }
    return new PortRange(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
  }

  /// Takes one that is free at an address. Processes that begin together do not all try the same
  /// one first.
  public void bind(InetAddress address, Binding binding) throws IOException {
    int size = last - first + 1;
    int start = ThreadLocalRandom.current().nextInt(size);
    for (int i = 0; i < size; i++) {
      if (isBound(new InetSocketAddress(address, first + (start + i) % size), binding)) {
        return;
      }
    }
    throw new BindException(
        "all %s ports from %s to %s are taken at %s; %s says where to listen: let it name more ports"
            .formatted(size, first, last, address.getHostAddress(), VARIABLE));
  }

  private boolean isBound(InetSocketAddress at, Binding binding) throws IOException {
    try {
      binding.at(at);
      return true;
    } catch (BindException e) {
      if (equals(ANY) || !isTaken(e)) {
        throw new BindException(
            "cannot listen on %s: %s".formatted(at.getAddress().getHostAddress(), e.getMessage()));
      }
      return false;
    }
  }

  /// Not one at an address that this machine does not have.
  private static boolean isTaken(BindException failure) {
    return String.valueOf(failure.getMessage()).contains("in use");
  }

  /// As it is read.
  @Override
  public String toString() {
    return first + "-" + last;
  }
}
