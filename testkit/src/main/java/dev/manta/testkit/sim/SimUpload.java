package dev.manta.testkit.sim;

import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredFile;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.Bind;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/// What a rank brings to storage in an attempt: one small file for each checkpoint.
record SimUpload(SimWorld world, int attempt, int rank, int size) {
  /// Stores a part; what the rank says then.
  ToController tried(int number, long step, SimLink link) {
    try {
      StoredPart part = store(number, step);
      link.onArrival(() -> world.audit().stored(part.name(), rank));
      return new ToController.PartStored(attempt, number, step, Bind.write(part).toString());
    } catch (MantaException e) {
      return new ToController.PartFailed(attempt, number, step, String.valueOf(e.getMessage()));
    }
  }

  private StoredPart store(int number, long step) {
    String name = CheckpointStore.name(attempt, number);
    Extent extent = world.script().parts ? new Extent.Share(rank, size) : new Extent.Whole();
    String path = extent.directory().isEmpty() ? "w" : extent.directory() + "/w";
    byte[] bytes = (name + " " + rank).getBytes(StandardCharsets.UTF_8);
    world.storage().put(world.checkpoints().resolve(name).resolve(path), ByteSource.of(bytes));
    if (world.flaw() == Flaw.PART_REWRITTEN) {
      var late = world.checkpoints().resolve(name).resolve(path);
      world.after(world.script().millis(50, 500), () -> rewrite(world, late));
    }
    var crc = new CRC32C();
    crc.update(bytes);
    var file = new StoredFile(path, bytes.length, HexFormat.of().toHexDigits((int) crc.getValue()));
    var moment = new Moment(attempt, number, step, 0, false);
    return new StoredPart(name, rank, extent, moment, List.of(file), Map.of());
  }

  private static void rewrite(SimWorld world, Location at) {
    try {
      world.storage().put(at, ByteSource.of(new byte[1]));
    } catch (MantaException refused) {
      // nothing was written
    }
  }
}
