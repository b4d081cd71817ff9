package dev.manta.it.collective;

import dev.manta.bench.collective.GroupProcesses;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.Offer;
import dev.manta.it.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How the processes of a group reach each other.
enum Layout {
  /// Shared memory with futexes and life words.
  SHARED(Transport.AUTO),
  /// Mapped files; deaths are seen by process ids.
  PORTABLE(Transport.PORTABLE),
  /// Sockets, each rank with each.
  SOCKETS(Transport.TCP),
  /// Two levels: two processes believe to be on one host, the next two on another.
  HOSTS(Transport.AUTO);

  private static final int PER_HOST = 2;

  /// A process that is killed after seconds needs no optimising compiler.
  private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Transport transport;

  Layout(Transport transport) {
    this.transport = transport;
  }

  /// Processes on this machine that run programs; one that waits longer than the limit gives up.
  GroupProcesses processes(int ranks, long limitSeconds, Path directory) throws IOException {
    return new GroupProcesses(
        Collections.nCopies(ranks, command(limitSeconds, directory, "127.0.0.1")));
  }

  /// The command line of one process, which others reach at an address.
  List<String> command(long limitSeconds, Path directory, String address) {
    List<String> arguments = List.of(Long.toString(limitSeconds), transport.toString());
    List<String> command =
        JavaCommand.cached(GroupProcesses.command(ProgramRank.class, directory, arguments));
    command.addAll(1, QUICK);
    if (this == SOCKETS || this == HOSTS) {
      command.add(1, "-Dmanta.collective.address=" + address);
    }
    return command;
  }

  /// Lets some of the processes form a group, in this order.
  void form(GroupProcesses processes, int attempt, List<Integer> members) throws Exception {
    List<String> offers = new ArrayList<>();
    for (int member : members) {
      offers.add(seen(member, processes.answer(member, "offer")));
    }
    for (int rank = 0; rank < members.size(); rank++) {
      processes.tell(members.get(rank), attempt + " " + rank + " " + String.join("\t", offers));
    }
  }

  private String seen(int member, String offer) {
    return this == HOSTS ? Offer.parse(offer).on("host" + member / PER_HOST).text() : offer;
  }
}
