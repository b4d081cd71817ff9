package dev.manta.internal.collective;

import dev.manta.collective.Cause;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// Shared memory between the ranks of one host, or between threads of one process.
///
/// Ranks meet at numbered barriers. A call starts with one that carries the headers; what lies
/// between two barriers is written by one side and read by the other, never both.
final class ShmEngine implements Engine {
  private static final long EXPLAIN_MAX = 2_000_000_000L;
  private static final long EXPLAIN_NAP = 200_000;

  private final ShmPlace place;
  private final Board board;
  private final Slots slots;
  private final Births births;
  private final Lives lives;
  private final Meter meter;
  private final int rank;
  private final int ranks;
  private final Folds folds;
  private final Patience patience;
  private final ShmMail mail;
  private final Map<Long, Long> made = new HashMap<>();
  private long step;
  private long chunk;
  private volatile boolean closed;

  ShmEngine(ShmPlace place, Births births, Lives lives, Meter meter) {
    this.place = place;
    this.board = place.board();
    this.slots = place.slots();
    this.births = births;
    this.lives = lives;
    this.meter = meter;
    this.rank = place.rank();
    this.ranks = place.ranks();
    this.folds = new Folds(ranks);
    this.patience = place.patience(lives);
    this.mail = new ShmMail(place, lives);
  }

  /// Forms the group of a plan, together with the other ranks.
  static Engine join(ShmPlace.Setup setup, Plan plan, Meter meter) {
    Lives lives = Lives.of(plan.offers());
    String name = plan.offers().getFirst().memory() + "-a" + plan.attempt();
    try {
      ShmPlace place = ShmPlace.form(setup, name, plan.rank(), plan.size(), lives::requireAll);
      return formed(new ShmEngine(place, new Births(plan.rank()), lives, meter), () -> {});
    } catch (RuntimeException e) {
      lives.close();
      throw e;
    }
  }

  /// Returns once everybody has mapped the region, so that its name can go.
  private static ShmEngine formed(ShmEngine engine, Runnable look) {
    try {
      engine.meet(look);
      return engine;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    } finally {
      engine.place.unname();
    }
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return ranks;
  }

  MemorySegment memory() {
    return place.memory();
  }

  Board board() {
    return board;
  }

  Slots slots() {
    return slots;
  }

  Births births() {
    return births;
  }

  /// Takes the numbers of the chunks that a call stages; slots alternate by them over all calls.
  long takeChunks(long count) {
    long first = chunk;
    chunk += count;
    return first;
  }

  /// The number of the next chunk.
  long nextChunk() {
    return chunk;
  }

  Fold fold(Reduction reduction, long sequence) {
    return reduction.weighted()
        ? folds.weighted(reduction.type(), board.weights(sequence))
        : folds.of(reduction.type(), reduction.op());
  }

  @Override
  public void barrier(Header header) {
    arrive(header, 0, 0);
  }

  /// The first barrier of a call: everybody's header is there and agrees.
  void arrive(Header header, long in, long out) {
    patience.check();
    board.post(rank, header, in, out, meter.began());
    meet();
    board.agree(header.sequence());
    meter.last(board.last(header.sequence()));
    meter.agreed(board.control(header.sequence()));
  }

  /// A barrier: returns when every rank has reached it.
  void meet() {
    step++;
    board.step(rank, step);
    patience.ring();
    for (int peer = 0; peer < ranks; peer++) {
      if (board.step(peer) < step) {
        await(peer);
      }
    }
  }

  private void await(int peer) {
    patience.begin();
    while (board.step(peer) < step) {
      patience.pause(peer);
    }
    meter.waited(patience.end());
  }

  /// A barrier with something to look at while others are awaited.
  private void meet(Runnable look) {
    step++;
    board.step(rank, step);
    patience.ring();
    for (int peer = 0; peer < ranks; peer++) {
      patience.begin();
      while (board.step(peer) < step) {
        look.run();
        patience.pause(peer);
      }
      patience.end();
    }
  }

  /// Throws when the group is over; long copies and folds ask between blocks.
  void check() {
    patience.lookUp();
  }

  @Override
  public void reduce(Header header, Reduction reduction, MemorySegment in, MemorySegment out) {
    new ShmReduce(this, header, reduction, in, out).run();
  }

  @Override
  public void exchange(Header header, Exchange exchange, MemorySegment in, MemorySegment out) {
    new ShmExchange(this, header, exchange, in, out).run();
  }

  @Override
  public void send(Header header, int to, MemorySegment values) {
    mail.send(header, to, values);
  }

  @Override
  public void receive(Header header, int from, MemorySegment values) {
    mail.receive(header, from, values);
  }

  @Override
  public MemorySegment allocate(Header header, long bytes) {
    String name = memory(births.count());
    try {
      arrive(header, 0, 0);
      List<Region> regions = regions(name, bytes);
      births.add(regions);
      return regions.get(rank).memory().asSlice(0, bytes);
    } catch (RuntimeException e) {
      removeAll(name);
      throw e;
    } finally {
      place.regions().remove(name + rank);
    }
  }

  private String memory(int number) {
    return place.name() + "-m" + number + "-";
  }

  private List<Region> regions(String name, long bytes) {
    Region mine = create(name + rank, bytes);
    List<Region> regions = new ArrayList<>();
    try {
      meet();
      for (int peer = 0; peer < ranks; peer++) {
        regions.add(peer == rank ? mine : place.await(name + peer, this::check));
      }
      meet();
      return regions;
    } catch (RuntimeException e) {
      regions.remove(mine);
      regions.forEach(Region::close);
      mine.close();
      throw e;
    }
  }

  private void removeAll(String name) {
    IntStream.range(0, ranks).forEach(peer -> place.regions().remove(name + peer));
  }

  /// Whoever lives takes away what a dead rank could not. A rank may die with its file made and
  /// opened by all others, or make it while it is dying. Smaller groups that are being made end
  /// with an abort; without one, others may still be at it.
  private void removeAll() {
    IntStream.rangeClosed(0, births.count()).mapToObj(this::memory).forEach(this::removeAll);
    if (board.aborted().isPresent()) {
      place.unnameParts();
    }
  }

  private Region create(String name, long bytes) {
    try {
      return place.regions().create(name, Math.max(1, bytes));
    } catch (IOException e) {
      check();
      String reason = "rank " + rank + " found no shared memory for " + bytes + " bytes";
      abort(new Cause.Requested(reason));
      throw new MantaException(ErrorCode.CLUSTER, reason + ": give /dev/shm more room", e);
    }
  }

  @Override
  public Engine group(Header header, int[] members, Meter meter) {
    int mine =
        IntStream.range(0, members.length)
            .filter(i -> members[i] == rank)
            .findFirst()
            .orElseThrow();
    var crossing = new Crossing(board, rank, header, members, made);
    try {
      Runnable look = () -> look(crossing);
      String name = mine == 0 ? lead(header, members) : follow(header, members, look);
      ShmPlace sub = place.sub(name, mine, members.length, this::check);
      Births known = new Births(births, members, mine);
      ShmEngine group = formed(new ShmEngine(sub, known, lives.some(members), meter), look);
      made.merge(header.detail(), 1L, Long::sum);
      return group;
    } finally {
      board.grouped(rank);
    }
  }

  private void look(Crossing crossing) {
    check();
    crossing.look(step);
  }

  private String lead(Header header, int[] members) {
    String name = place.nextName();
    for (int peer : members) {
      if (peer != rank) {
        mail.send(header, peer, MemorySegment.ofArray(Names.padded(name)));
      }
    }
    return name;
  }

  private String follow(Header header, int[] members, Runnable look) {
    byte[] name = new byte[Names.BYTES];
    mail.receive(header, members[0], MemorySegment.ofArray(name), look);
    return Names.read(name);
  }

  @Override
  public List<String> explain(String text) {
    board.explain(rank, text);
    patience.ring();
    long end = System.nanoTime() + EXPLAIN_MAX;
    while (System.nanoTime() < end && !allExplained()) {
      LockSupport.parkNanos(EXPLAIN_NAP);
    }
    return IntStream.range(0, ranks).mapToObj(r -> board.explanation(r).orElse("")).toList();
  }

  private boolean allExplained() {
    return IntStream.range(0, ranks).allMatch(r -> board.explanation(r).isPresent());
  }

  @Override
  public synchronized void abort(Cause cause) {
    if (!closed) {
      board.abort(rank, cause);
      patience.ring();
    }
  }

  @Override
  public synchronized Optional<Cause> aborted() {
    return closed ? Optional.empty() : board.aborted();
  }

  @Override
  public synchronized List<Integer> missing() {
    if (closed) {
      return List.of();
    }
    long mine = board.step(rank);
    return IntStream.range(0, ranks).filter(r -> board.step(r) < mine).boxed().toList();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      board.leave(rank);
      patience.ring();
      closed = true;
      removeAll();
      births.close();
      lives.close();
      place.close();
    }
  }
}
