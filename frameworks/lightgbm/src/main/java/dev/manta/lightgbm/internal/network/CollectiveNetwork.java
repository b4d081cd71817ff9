package dev.manta.lightgbm.internal.network;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// LightGBM's network over Manta's collectives, as the library calls it on this thread.
///
/// Nothing may be thrown through native code: what goes wrong is kept, the library gets zeros from
/// then on, and [#check] throws it when the library has returned. A booster that was at work then
/// holds garbage.
public final class CollectiveNetwork implements AutoCloseable {
  private final LightGBMLibrary library;
  private final Collectives collectives;
  private final Reductions reductions;
  private final Arena arena = Arena.ofShared();
  private @Nullable Throwable failed;

  private CollectiveNetwork(LightGBMLibrary library, Collectives collectives) {
    this.library = library;
    this.collectives = collectives;
    this.reductions = new Reductions(collectives);
  }

  /// Opens it for this thread, which is the one that trains and closes it.
  public static CollectiveNetwork open(LightGBMLibrary library, Collectives collectives) {
    var network = new CollectiveNetwork(library, collectives);
    library.call(
        "NetworkInitWithFunctions",
        "iipp",
        collectives.size(),
        collectives.rank(),
        network.stub("reduceScatter", "piippipip"),
        network.stub("allGather", "pippipi"));
    return network;
  }

  private MemorySegment stub(String method, String signature) {
    var layouts = signature.chars().mapToObj(letter -> letter == 'p' ? ADDRESS : JAVA_INT).toList();
    FunctionDescriptor descriptor =
        FunctionDescriptor.ofVoid(layouts.toArray(java.lang.foreign.MemoryLayout[]::new));
    try {
      MethodHandle target = MethodHandles.lookup().bind(this, method, descriptor.toMethodType());
      return Linker.nativeLinker().upcallStub(target, descriptor, arena);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new LinkageError(method + MethodType.methodType(void.class), e);
    }
  }

  /// Throws what went wrong in the network since it was opened, if anything did.
  public void check() {
    switch (failed) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unused") // by its name
  private void reduceScatter(
      MemorySegment in,
      int inBytes,
      int typeBytes,
      MemorySegment starts,
      MemorySegment lengths,
      int blocks,
      MemorySegment out,
      int outBytes,
      MemorySegment reducer) {
    MemorySegment all = in.reinterpret(inBytes);
    List<Long> sizes = longs(lengths, blocks);
    MemorySegment mine = out.reinterpret(sizes.get(collectives.rank()));
    attempt(mine, () -> reductions.reduceScatter(all, sizes, typeBytes, reducer, mine));
  }

  @SuppressWarnings("unused") // by its name
  private void allGather(
      MemorySegment in,
      int inBytes,
      MemorySegment starts,
      MemorySegment lengths,
      int blocks,
      MemorySegment out,
      int outBytes) {
    MemorySegment all = out.reinterpret(outBytes);
    attempt(all, () -> gather(in.reinterpret(inBytes), longs(lengths, blocks), all));
  }

  /// The library may pass memory that it also wants the result in.
  private void gather(MemorySegment mine, List<Long> sizes, MemorySegment all) {
    if (all.asOverlappingSlice(mine).isEmpty()) {
      collectives.allGather(Values.of(mine, ElementType.I8), Values.of(all, ElementType.I8), sizes);
      return;
    }
    try (Arena copies = Arena.ofConfined()) {
      MemorySegment copy = copies.allocate(Math.max(1, mine.byteSize()), Long.BYTES);
      gather(copy.asSlice(0, mine.byteSize()).copyFrom(mine), sizes, all);
    }
  }

  @SuppressWarnings("CatchingUnchecked") // nothing leaves an upcall
  private void attempt(MemorySegment out, Runnable call) {
    try {
      if (failed == null) {
        call.run();
        return;
      }
    } catch (Throwable e) {
      failed = e;
    }
    out.fill((byte) 0);
  }

  private static List<Long> longs(MemorySegment ints, int count) {
    MemorySegment all = ints.reinterpret((long) count * Integer.BYTES);
    List<Long> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add((long) all.getAtIndex(JAVA_INT, i));
    }
    return values;
  }

  @Override
  public void close() {
    library.call("NetworkFree", "");
    arena.close();
  }
}
