package dev.manta.torch.internal.ddp;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/// A socket that listens on one address, made for native code: it is that code's to close.
record Listener(int descriptor, int port) {
  private static final int INET = 2;
  private static final int INET6 = 10;
  private static final int STREAM = 1;
  private static final int CLOSED_ON_EXEC = 0x80000;
  private static final int WAITING_MAX = 128;
  private static final int ADDRESS_BYTES = 28;
  private static final int SHORT_ADDRESS_BYTES = 16;
  private static final ValueLayout.OfShort PORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final MethodHandle SOCKET =
      function("socket", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final MethodHandle BIND =
      function("bind", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final MethodHandle LISTEN =
      function("listen", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final MethodHandle NAME =
      function("getsockname", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

  /// On a free port.
  static Listener at(String host) {
    try (var arena = Arena.ofConfined()) {
      InetAddress at = InetAddress.getByName(host);
      int bytes = at instanceof Inet6Address ? ADDRESS_BYTES : SHORT_ADDRESS_BYTES;
      MemorySegment address = address(arena.allocate(ADDRESS_BYTES), at);
      int family = address.get(ValueLayout.JAVA_SHORT, 0);
      int socket = done((int) SOCKET.invokeExact(family, STREAM | CLOSED_ON_EXEC, 0), "socket");
      done((int) BIND.invokeExact(socket, address, bytes), "bind");
      done((int) LISTEN.invokeExact(socket, WAITING_MAX), "listen");
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, bytes);
      done((int) NAME.invokeExact(socket, address, length), "getsockname");
      return new Listener(socket, Short.toUnsignedInt(address.get(PORT, 2)));
    } catch (UnknownHostException e) {
      throw new MantaException(ErrorCode.CLUSTER, "no address of a host: " + host, e);
    } catch (RuntimeException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "nothing can listen at " + host + ": " + e.getMessage(), e);
    } catch (Throwable e) {
      throw new LinkageError("sockets cannot be made by native code", e);
    }
  }

  private static MemorySegment address(MemorySegment made, InetAddress at) {
    byte[] bytes = at.getAddress();
    boolean wide = at instanceof Inet6Address;
    made.set(ValueLayout.JAVA_SHORT, 0, (short) (wide ? INET6 : INET));
    MemorySegment.copy(bytes, 0, made, ValueLayout.JAVA_BYTE, wide ? 8 : 4, bytes.length);
    return made;
  }

  private static int done(int status, String call) {
    if (status < 0) {
      throw new IllegalStateException(call + " failed");
    }
    return status;
  }

  private static MethodHandle function(String name, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
  }
}
