package dev.manta.internal.data.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.DataConfig;
import dev.manta.data.DataHost;
import dev.manta.data.Dataset;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.link.PeerPrints;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Data workers that are reached over TCP; hosts are processes here, on this machine.
@Timeout(300)
class DataHostsTest {
  private static final String TOKEN = "a token that nobody guesses";
  private static final int ROWS = 20_000;

  @BeforeAll
  static void haveAToken() {
    System.setProperty(DataHost.TOKEN_PROPERTY, TOKEN);
  }

  /// A data host that says where it listens, and ends with its standard input.
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      try (DataHost host = DataHost.open(loopback())) {
        System.out.println(host.port());
        System.in.transferTo(System.err);
      }
    }
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /// A host in a process of its own.
  private record Host(Process process, String address) implements AutoCloseable {
    static Host start() throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "--enable-native-access=ALL-UNNAMED",
                  "-D" + DataHost.TOKEN_PROPERTY + "=" + TOKEN,
                  "-cp",
                  System.getProperty("java.class.path"),
                  Program.class.getName())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var said =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      return new Host(process, "127.0.0.1:" + said.readLine());
    }

    void kill() {
      process.destroyForcibly();
      process.onExit().join();
    }

    @Override
    public void close() {
      kill();
    }
  }

  private static Dataset numbers() {
    return Dataset.range(ROWS)
        .repartition(500)
        .map(row -> row.with("text", "row " + row.whole("id")));
  }

  private static RankShard shard(Dataset dataset, int most, String... addresses) {
    DatasetSpec spec = dataset.spec(DataConfig.split().dataHosts(most, addresses));
    return new RankShard("test", DatasetSpec.parse(spec.text()), ShardPosition.alone());
  }

  /// The ids of a pass; something happens in the middle of it.
  private static List<Long> ids(RankShard shard, Runnable inTheMiddle) {
    List<Long> ids = new ArrayList<>();
    int batches = 0;
    for (Batch batch : shard.batches(100)) {
      LongStream.of(batch.longs("id")).forEach(ids::add);
      assertThat(batch.row(0).text("text")).isEqualTo("row " + batch.row(0).whole("id"));
      if (++batches == 30) {
        inTheMiddle.run();
      }
    }
    return ids;
  }

  @Test
  void rowsComeInTheSameOrderFromAnotherHost() throws Exception {
    Dataset dataset = numbers().shuffleWindow(2000, 7).filter(row -> row.whole("id") % 3 != 0);
    List<Long> expected = dataset.takeAll().stream().map(row -> row.whole("id")).toList();
    try (Host host = Host.start();
        var shard = shard(dataset, 2, host.address)) {
      assertThat(ids(shard, () -> {})).isEqualTo(expected);
      assertThat(((DataWorkerPool) shard.readers()).names())
          .contains("data worker at " + host.address);
    }
  }

  private static String sampled(String file) {
    return Dataset.csv(file).trainTestSplit(0.3, 1).train().takeAll().toString();
  }

  @Test
  void aFunctionThatOpensADatasetThereSamplesItAsTheRunDoes(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("numbers.csv");
    Files.writeString(file, "id\n" + "7\n8\n9\n".repeat(20));
    String path = file.toString();
    Dataset dataset =
        Dataset.range(1)
            .map(
                row ->
                    row.with(
                        "sampled",
                        Dataset.csv(path).trainTestSplit(0.3, 1).train().takeAll().toString()));
    try (DataHost host = DataHost.open(loopback());
        var older = shard(dataset, true, host);
        var newer = shard(dataset, false, host)) {
      assertThat(sampled(newer)).isEqualTo(sampled(path));
      assertThat(sampled(older)).isNotEqualTo(sampled(path));
    }
  }

  private static RankShard shard(Dataset dataset, boolean byAbsolutePath, DataHost host) {
    DatasetSpec spec = dataset.spec(DataConfig.split().dataHosts(1, "127.0.0.1:" + host.port()));
    return new RankShard(
        "test", byAbsolutePath ? spec.sampledByAbsolutePath() : spec, ShardPosition.alone());
  }

  private static String sampled(RankShard shard) {
    try (Batches<Batch> batches = shard.batches(1)) {
      return batches.iterator().next().row(0).text("sampled");
    }
  }

  @Test
  void unitsOfAHostThatDiesAreReadByAnother() throws Exception {
    try (Host first = Host.start();
        Host second = Host.start();
        var shard = shard(numbers().shuffleWindow(3000, 1), 2, first.address, second.address)) {
      assertThat(ids(shard, first::kill)).hasSize(ROWS).doesNotHaveDuplicates();
      assertThat(((DataWorkerPool) shard.readers()).names())
          .isNotEmpty()
          .allMatch(name -> name.endsWith(second.address));
    }
  }

  @Test
  void trainingReadsItselfWhenNoHostIsLeft() throws Exception {
    try (Host host = Host.start();
        var shard = shard(numbers(), 1, host.address)) {
      assertThat(ids(shard, host::kill)).hasSize(ROWS).doesNotHaveDuplicates();
    }
  }

  @Test
  void whoDoesNotKnowTheTokenIsTurnedAway() {
    try (DataHostListener door = DataHostListener.open(loopback(), "another token of some length");
        var shard = shard(numbers(), 1, "127.0.0.1:" + door.port())) {
      assertThatThrownBy(() -> shard.batches(10).iterator().next())
          .hasMessageContaining("no data host can be reached (127.0.0.1:" + door.port())
          .hasMessageContaining("MANTA_DATA_TOKEN");
    }
  }

  /// What is made of a connection that arrived.
  private interface Arrival {
    Socket of(Socket socket) throws IOException;
  }

  /// Passes bytes on between those who train and a host, and may look at them.
  private record Between(ServerSocket server, ByteArrayOutputStream seen) implements AutoCloseable {
    /// @param onward makes a connection to the host
    static Between at(Arrival arrived, Callable<Socket> onward) throws IOException {
      var between =
          new Between(
              new ServerSocket(0, 8, InetAddress.getLoopbackAddress()),
              new ByteArrayOutputStream());
      Thread.ofVirtual().start(() -> between.pass(arrived, onward));
      return between;
    }

    private void pass(Arrival arrived, Callable<Socket> onward) {
      while (!server.isClosed()) {
        try {
          Socket from = arrived.of(server.accept());
          Socket to = onward.call();
          Thread.ofVirtual().start(() -> copy(from, to));
          Thread.ofVirtual().start(() -> copy(to, from));
        } catch (Exception over) {
          assertThat(over).isInstanceOf(Exception.class);
        }
      }
    }

    private void copy(Socket from, Socket to) {
      byte[] piece = new byte[4096];
      try (from;
          to) {
        for (int n = from.getInputStream().read(piece);
            n >= 0;
            n = from.getInputStream().read(piece)) {
          synchronized (seen) {
            seen.write(piece, 0, n);
          }
          to.getOutputStream().write(piece, 0, n);
          to.getOutputStream().flush();
        }
      } catch (IOException over) {
        assertThat(over).isInstanceOf(IOException.class);
      }
    }

    String address() {
      return "127.0.0.1:" + server.getLocalPort();
    }

    String text() {
      synchronized (seen) {
        return seen.toString(StandardCharsets.ISO_8859_1);
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private static Socket connected(int port) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void whoeverPassesBytesOnCannotReadThem() throws Exception {
    try (DataHost host = DataHost.open(loopback());
        Between wire = Between.at(socket -> socket, () -> connected(host.port()));
        var shard = shard(numbers(), 1, wire.address())) {
      assertThat(ids(shard, () -> {})).hasSize(ROWS);
      assertThat(wire.text()).hasSizeGreaterThan(ROWS).doesNotContain("row 7", "RangeSource");
    }
  }

  @Test
  void whoeverSpeaksForBothEndsIsFoundOut() throws Exception {
    PinnedTls stranger = new PinnedTls(ProcessIdentity.create());
    try (DataHost host = DataHost.open(loopback());
        Between impostor =
            Between.at(
                socket -> stranger.shake(socket, false, PeerPrints.any()),
                () -> stranger.shake(connected(host.port()), true, PeerPrints.any()));
        var shard = shard(numbers(), 1, impostor.address())) {
      assertThatThrownBy(() -> shard.batches(10).iterator().next())
          .hasMessageContaining("no data host can be reached")
          .hasMessageContaining("does not know the token");
    }
  }

  @Test
  void anErrorOfAFunctionIsToldAsIfItHappenedHere() {
    Dataset dataset = Dataset.range(10).map(row -> row.with("x", 1 / (row.whole("id") - 3)));
    try (DataHost host = DataHost.open(loopback());
        var shard = shard(dataset, 1, "127.0.0.1:" + host.port())) {
      assertThatThrownBy(() -> shard.batches(4).iterator().next())
          .hasMessageContaining("map of row 3 of range rows 0 to 10")
          .hasMessageContaining("/ by zero");
    }
  }

  @Test
  void addressesAreChecked() {
    assertThatThrownBy(() -> DataConfig.split().dataHosts(1))
        .hasMessage("at least 1 data host is needed");
    assertThatThrownBy(() -> DataConfig.split().dataHosts(0, "node:1"))
        .hasMessage("at least 1 data worker is needed, not 0");
    assertThatThrownBy(() -> DataConfig.split().dataHosts(1, "node"))
        .hasMessage("\"node\" is not an address; write host:port, for example node2:7070");
  }
}
