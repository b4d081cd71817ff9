package dev.manta.lightgbm.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tabular.RankTexts;
import dev.manta.train.TrainContext;
import java.util.List;
import java.util.stream.IntStream;

/// Whether all ranks have grown the same model.
final class SameModels {
  private SameModels() {}

  /// Refuses what was grown where a rank has another model than rank 0; every rank calls it.
  static void require(TrainContext<?> ctx, String digest) {
    List<String> all = RankTexts.gather(ctx, digest);
    List<Integer> others =
        IntStream.range(0, all.size())
            .filter(rank -> !all.get(rank).equals(all.getFirst()))
            .boxed()
            .toList();
    if (!others.isEmpty()) {
      throw new MantaException(
          ErrorCode.MANTA,
          "LightGBM has grown other trees on ranks %s than on rank 0; is a parameter, an objective or a metric of theirs different?"
              .formatted(others));
    }
  }
}
