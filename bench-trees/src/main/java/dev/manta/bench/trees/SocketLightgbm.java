package dev.manta.bench.trees;

import dev.manta.bench.Child;
import dev.manta.bench.Peers;
import dev.manta.bench.train.Stamps;
import dev.manta.spi.json.Bind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Python's LightGBM over sockets, without Manta: two machines, which are processes on loopback.
public final class SocketLightgbm {
  private static final int MACHINES = 2;
  private static final String SCRIPT = "lightgbm_machine.py";
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private SocketLightgbm() {}

  /// @param arguments a directory to work in, the interpreter, then the work
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    TreeWork work = TreeWork.parse(arguments, 2);
    Path script = directory.resolve(SCRIPT);
    Peers.unpack(SCRIPT, script);
    Path model = directory.resolve("model.txt");
    List<String> command = List.of(arguments[1], script.toString(), model.toString());
    try (var watch = new ProcessWatch()) {
      List<Child> machines = machines(directory, command, work);
      double begin = Stamps.now();
      Course course = Course.ended(begin, new RankProcesses(machines).figures());
      Map<String, Double> figures = course.figures(work.trees());
      watch.addTo(figures);
      figures.put("loss", LightgbmJudge.logLoss(Files.readAllBytes(model), work));
      Course.print(figures);
    }
  }

  private static List<Child> machines(Path directory, List<String> command, TreeWork work)
      throws IOException {
    List<String> ports = freePorts();
    List<Child> machines = new ArrayList<>();
    for (int machine = 0; machine < MACHINES; machine++) {
      Path own = Files.createDirectory(directory.resolve("machine-" + machine));
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(
          List.of(String.valueOf(work.trees()), parameters(), String.join(",", ports)));
      arguments.add(String.valueOf(machine));
      work.share(machine, MACHINES).forEach(file -> arguments.add(file.toString()));
      machines.add(new Child(arguments, own, LIMIT));
    }
    return machines;
  }

  private static String parameters() {
    return Bind.write(LightgbmParameters.USUAL).text();
  }

  /// Nothing listens there now; LightGBM does not choose ports itself.
  private static List<String> freePorts() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < MACHINES; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(socket -> String.valueOf(socket.getLocalPort())).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
