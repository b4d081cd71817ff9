package dev.manta.bench.collective;

import dev.manta.collective.Collectives;
import dev.manta.collective.Numerics;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.group.Rendezvous;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The inside of a [GroupProcesses]'s process: it offers, is told who is in, and joins.
public final class Seat {
  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final CollectiveSettings settings;

  public Seat(Path directory) {
    this(CollectiveSettings.in(directory));
  }

  /// A seat for groups with settings of their own.
  public Seat(CollectiveSettings settings) {
    this.settings = settings;
  }

  /// Says something to the outside.
  public void say(String word, String text) {
    System.out.println(word + " " + text);
    System.out.flush();
  }

  /// Offers to join, waits for the others' offers, and joins.
  public Collectives join() throws IOException {
    try (Rendezvous door = Rendezvous.open(settings)) {
      say("offer", door.offer());
      String[] told = hear().split(" ", 3);
      List<String> offers = List.of(told[2].split("\t", -1));
      int attempt = Integer.parseInt(told[0]);
      int rank = Integer.parseInt(told[1]);
      return door.join(
          GroupPlan.of("bench", attempt, rank, offers, Numerics.forWorkers(offers.size())));
    }
  }

  /// The next line from outside.
  public String hear() throws IOException {
    String line = in.readLine();
    if (line == null) {
      throw new IOException("the outside is gone");
    }
    return line;
  }
}
