package dev.manta.internal.worker;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The controller of a rehearsal: one worker, a first attempt that ends by a death, and a second
/// one that resumes from what the worker holds.
///
/// @param directory where checkpoints go
/// @param loop the function that is rehearsed
record RehearsalController(Link link, Path directory, LoopSpec loop) {
  /// Leads until the function has returned; says whether it did.
  boolean lead() throws IOException {
    for (byte[] frame = link.receive(); frame != null; frame = link.receive()) {
      ToController message = ToController.read(frame);
      if (message instanceof ToController.Returned) {
        return true;
      }
      answer(message);
    }
    return false;
  }

  /// Welcomes the worker and begins the first attempt.
  void begin() throws IOException {
    send(new ToWorker.Welcome(1, 0, 0));
    send(join(1, ToWorker.Start.at("", 0, 0, 0, "")));
  }

  private void answer(ToController message) throws IOException {
    if (message instanceof ToController.Ready ready) {
      send(new ToWorker.Go(ready.attempt(), List.of()));
      send(new ToWorker.Ping(1));
    } else if (message instanceof ToController.Offered offered) {
      send(new ToWorker.Gathered(offered.attempt(), List.of(offered.offer())));
    } else if (message instanceof ToController.Report report) {
      send(new ToWorker.Ack(report.sequence()));
    } else if (message instanceof ToController.PartStored stored) {
      send(committed(stored));
    } else if (message instanceof ToController.Unwound unwound) {
      send(join(2, heldBy(unwound)));
    } else if (message instanceof ToController.Failed failed) {
      throw new MantaException(ErrorCode.MANTA, failed.what());
    }
  }

  private void send(ToWorker message) throws IOException {
    link.send(message.frame());
  }

  private static ToWorker.Start heldBy(ToController.Unwound unwound) {
    return new ToWorker.Start("", 0, 0, 0, "", unwound.held().commit(), 0, 1);
  }

  private static ToWorker.Committed committed(ToController.PartStored stored) {
    StoredPart part = Bind.read(Json.parse(stored.part()), StoredPart.class);
    JsonObject record =
        JsonObject.builder()
            .put("name", part.name())
            .put("manifestHash", "")
            .put("step", stored.step())
            .put("metrics", JsonObject.EMPTY)
            .put("validation", "NONE")
            .build();
    return new ToWorker.Committed(stored.attempt(), stored.ordinal(), record.text());
  }

  private ToWorker.Join join(int attempt, ToWorker.Start start) {
    var place = new ToWorker.Place(0, 1, 0, 1, 0, "local", "cpu", 1);
    var run =
        new ToWorker.RunFacts(
            "rehearsal",
            "rehearsal",
            directory.toString(),
            directory.toString(),
            "SYNC",
            1,
            Map.of(ToWorker.RunFacts.LANES, "1", ToWorker.RunFacts.DATA_LANES, "1"));
    return new ToWorker.Join(attempt, place, run, start, loop);
  }
}
