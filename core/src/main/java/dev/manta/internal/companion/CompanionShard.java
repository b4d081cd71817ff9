package dev.manta.internal.companion;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Schema;
import dev.manta.internal.companion.CompanionChannel.Kind;
import dev.manta.internal.companion.CompanionRequest.BeginPass;
import dev.manta.internal.companion.CompanionRequest.Exchanged;
import dev.manta.internal.companion.CompanionRequest.OpenShard;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.spi.arrow.ArrowMessage;
import dev.manta.spi.json.Bind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A rank's shard, whose batches go through the rank's connection as fast as the rank takes them.
final class CompanionShard {
  private final CompanionChannel channel;
  private final RankShard shard;
  private @Nullable Schema told;

  private CompanionShard(CompanionChannel channel, RankShard shard) {
    this.channel = channel;
    this.shard = shard;
  }

  /// Serves until the rank is gone.
  static void serve(OpenShard open, OpenedDatasets datasets, CompanionChannel channel)
      throws IOException {
    OpenedDatasets.Opened dataset = datasets.take(open);
    ShardPosition position =
        dataset.spec().split() ? position(open, channel) : ShardPosition.alone();
    try (var shard = new RankShard(open.name(), dataset.spec(), position, dataset.sources())) {
      new CompanionShard(channel, shard).serve();
    } catch (UncheckedIOException gone) {
      throw gone.getCause();
    } finally {
      datasets.giveBack(open, dataset);
    }
  }

  private static ShardPosition position(OpenShard open, CompanionChannel channel) {
    return new ShardPosition(
        open.rank(), open.ranks(), open.lanes(), mine -> exchanged(mine, channel), () -> {});
  }

  /// Only ranks can reach each other.
  private static long[][] exchanged(long[] mine, CompanionChannel channel) {
    try {
      ByteBuffer numbers = ByteBuffer.allocate(mine.length * Long.BYTES);
      numbers.asLongBuffer().put(mine);
      channel.send(Kind.EXCHANGE, numbers.array());
      return channel.receive(Exchanged.class).all();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() throws IOException {
    channel.send(new CompanionAnswer.Opened(shard.cursor()));
    while (true) {
      BeginPass pass = channel.receive(BeginPass.class);
      shard.seek(pass.cursor());
      send(pass);
    }
  }

  private void send(BeginPass asked) throws IOException {
    told = null;
    try (Batches<Batch> pass = shard.batches(asked.options())) {
      for (Batch batch : pass) {
        tell(batch.schema());
        channel.send(new BatchHead(batch.weight(), shard.cursor()), ArrowMessage.rows(batch));
      }
    }
    channel.send(Kind.END, Bind.write(shard.cursor()).bytes());
  }

  /// Batches of a pass mostly have the same columns.
  private void tell(Schema columns) throws IOException {
    if (told == null || !columns.equals(told)) {
      told = columns;
      channel.send(Kind.COLUMNS, ArrowMessage.columns(columns).head());
    }
  }
}
