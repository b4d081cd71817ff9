package dev.manta.internal.collective.tcp.link;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Takes the pacing off links that stay inside this host. Where a system paces its sockets by
/// default (BBR), a link through memory is held back for nothing: reductions took half as long
/// again.
///
/// The option has no name in Java, so the system is asked; whatever fails leaves things as they
/// are.
final class SocketPacing {
  private static final Path DEFAULT = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final int PROTOCOL_TCP = 6;
  private static final int CONGESTION = 13;
  private static final int ADDRESS_BYTES = 128;

  private static final Optional<SocketPacing> OF_SYSTEM = find();

  private final MethodHandle setOption;
  private final MethodHandle localName;
  private final MethodHandle peerName;

  private SocketPacing(Linker linker) {
    FunctionDescriptor name = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    FunctionDescriptor option =
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    this.setOption = handle(linker, "setsockopt", option);
    this.localName = handle(linker, "getsockname", name);
    this.peerName = handle(linker, "getpeername", name);
  }

  private static MethodHandle handle(Linker linker, String name, FunctionDescriptor shape) {
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape);
  }

  private static Optional<SocketPacing> find() {
    try {
      boolean paced = Files.readString(DEFAULT).startsWith("bbr");
      return paced ? Optional.of(new SocketPacing(Linker.nativeLinker())) : Optional.empty();
    } catch (IOException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /// Takes the pacing off a connected link if both its ends are on this host.
  static void remove(SocketChannel channel) {
    OF_SYSTEM.ifPresent(pacing -> pacing.tryRemove(channel));
  }

  private void tryRemove(SocketChannel channel) {
    try (Arena arena = Arena.ofConfined();
        DirectoryStream<Path> files = Files.newDirectoryStream(OPEN)) {
      var local = (InetSocketAddress) channel.getLocalAddress();
      var remote = (InetSocketAddress) channel.getRemoteAddress();
      if (local.getAddress().equals(remote.getAddress())) {
        remove(arena, files, local.getPort(), remote.getPort());
      }
    } catch (IOException | RuntimeException _) {
      return;
    }
  }

  private void remove(Arena arena, Iterable<Path> files, int localPort, int remotePort) {
    for (Path file : files) {
      int descriptor = Integer.parseInt(file.getFileName().toString());
      if (port(arena, localName, descriptor) == localPort
          && port(arena, peerName, descriptor) == remotePort) {
        setReno(arena, descriptor);
        return;
      }
    }
  }

  /// The port of one end of a socket; below 0 for what is none.
  private static int port(Arena arena, MethodHandle name, int descriptor) {
    MemorySegment address = arena.allocate(ADDRESS_BYTES, 8);
    MemorySegment length = arena.allocateFrom(JAVA_INT, ADDRESS_BYTES);
    try {
      int failed = (int) name.invokeExact(descriptor, address, length);
      boolean internet = length.get(JAVA_INT, 0) >= 16;
      short port = Short.reverseBytes(address.get(JAVA_SHORT_UNALIGNED, 2));
      return failed == 0 && internet ? Short.toUnsignedInt(port) : -1;
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the system failed", e);
    }
  }

  private void setReno(Arena arena, int descriptor) {
    MemorySegment reno = arena.allocateFrom("reno");
    try {
      int ignored =
          (int)
              setOption.invokeExact(
                  descriptor, PROTOCOL_TCP, CONGESTION, reno, (int) (reno.byteSize() - 1));
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the system failed", e);
    }
  }
}
