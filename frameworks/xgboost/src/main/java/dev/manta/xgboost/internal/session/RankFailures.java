package dev.manta.xgboost.internal.session;

import dev.manta.collective.CollectiveMismatch;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tabular.RankTexts;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.library.XGBoostFailure;
import java.util.List;

/// What errors of XGBoost's mean to who reads them.
final class RankFailures {
  private RankFailures() {}

  /// Asks all ranks what they failed with: that of a rank which only lost its connection is not
  /// news. Where a rank is gone, asking says so.
  static Throwable explain(TrainContext<?> ctx, Throwable thrown) {
    try {
      return explained(RankTexts.gather(ctx, reason(thrown)), thrown);
    } catch (CollectiveMismatch mismatch) {
      Throwable own = own(thrown);
      own.addSuppressed(mismatch);
      return own;
    } catch (RuntimeException e) {
      e.addSuppressed(thrown);
      return e;
    }
  }

  private static String reason(Throwable thrown) {
    return thrown instanceof XGBoostFailure failure && failure.isOfConnections()
        ? ""
        : String.valueOf(thrown.getMessage());
  }

  private static Throwable explained(List<String> reasons, Throwable thrown) {
    for (int rank = 0; rank < reasons.size(); rank++) {
      if (!reasons.get(rank).isEmpty()) {
        return error("rank " + rank + ": " + reasons.get(rank), thrown);
      }
    }
    return new MantaException(
        ErrorCode.CLUSTER,
        "XGBoost's connections between the ranks broke, though no rank is gone: "
            + String.valueOf(thrown.getMessage()),
        thrown);
  }

  /// What this rank alone failed with.
  static Throwable own(Throwable thrown) {
    return error(String.valueOf(thrown.getMessage()), thrown);
  }

  private static Throwable error(String reason, Throwable cause) {
    return new MantaException(ErrorCode.USER, "XGBoost: " + reason, cause);
  }
}
