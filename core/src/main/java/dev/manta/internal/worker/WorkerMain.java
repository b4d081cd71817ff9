package dev.manta.internal.worker;

import dev.manta.internal.wire.SocketLink;
import java.io.IOException;

/// The main class of a worker process: says hello and then does what the controller asks, for one
/// run after the other where it is told to leave only the run. Nothing heavy is loaded before the
/// hello.
public final class WorkerMain {
  /// How the name of a controller's directory begins that another controller opens again.
  public static final String LASTING = "mantad-";

  private static final int STATUS_NO_CONTROLLER = 71;

  private WorkerMain() {}

  /// Takes the directory with the controller's socket and token, this worker's id, and how many
  /// milliseconds it continues without a controller; 0 if not said.
  public static void main(String[] arguments) {
    String door = arguments[0];
    String worker = arguments[1];
    long alone = arguments.length > 2 ? Long.parseLong(arguments[2]) : 0;
    var dial = new ControllerDial(door, worker);
    var host = new ProcessHost(door, dial, alone);
    try {
      SocketLink link = dial.ringUntilHeard(alone);
      EnteredFrameworks.preload(host.loader());
      boolean leftRun = true;
      while (leftRun) {
        leftRun = new WorkerSession(link, host).run();
      }
    } catch (IOException e) {
      System.err.println("manta: worker " + worker + " cannot reach its controller: " + e);
      host.exit(STATUS_NO_CONTROLLER);
    }
  }
}
