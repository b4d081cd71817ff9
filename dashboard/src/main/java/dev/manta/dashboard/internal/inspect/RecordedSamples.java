package dev.manta.dashboard.internal.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// The samples of a recording of the Flight Recorder: of Java code, and of native code that it
/// called. Native code that waits for somebody else does nothing, and is left out.
final class RecordedSamples {
  private static final Set<String> SAMPLES =
      Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

  /// The recorder takes a thread for busy that is in one of these.
  private static final Set<String> WAITING =
      Set.of(
          "sun.nio.ch.SocketDispatcher.read0",
          "sun.nio.ch.UnixDomainSockets.accept0",
          "sun.nio.ch.Net.accept",
          "sun.nio.ch.Net.poll",
          "sun.nio.ch.EPoll.wait",
          "java.lang.ProcessHandleImpl.waitForProcessExit0");

  private RecordedSamples() {}

  static StackTree read(Path recording) throws IOException {
    StackTree tree = StackTree.empty();
    try (var file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (SAMPLES.contains(event.getEventType().getName()) && event.getStackTrace() != null) {
          add(frames(event), tree);
        }
      }
    }
    return tree;
  }

  private static void add(List<String> frames, StackTree tree) {
    if (!WAITING.contains(frames.getLast())) {
      tree.add(frames);
    }
  }

  /// Virtual threads have no names unless somebody gives them one.
  private static String name(RecordedThread thread) {
    String name = String.valueOf(thread.getJavaName());
    return name.isEmpty() ? "virtual threads" : name;
  }

  /// The thread, and then its frames from the outermost on.
  private static List<String> frames(RecordedEvent event) {
    List<String> frames = new ArrayList<>();
    var thread = event.getThread("sampledThread");
    frames.add(thread == null ? "a thread" : name(thread));
    List<RecordedFrame> stack = event.getStackTrace().getFrames();
    for (RecordedFrame frame : stack.reversed()) {
      RecordedMethod method = frame.getMethod();
      frames.add(method.getType().getName() + "." + method.getName());
    }
    return frames;
  }
}
