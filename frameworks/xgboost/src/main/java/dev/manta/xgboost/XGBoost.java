package dev.manta.xgboost;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tabular.RankTexts;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.booster.GlobalCurveAreas;
import dev.manta.xgboost.internal.matrix.MatrixForm;
import dev.manta.xgboost.internal.matrix.RowMatrix;
import dev.manta.xgboost.internal.parameters.BoosterParameters;
import dev.manta.xgboost.internal.parameters.MetricNames;
import dev.manta.xgboost.internal.session.ModelPrint;
import dev.manta.xgboost.internal.session.SchemaState;
import dev.manta.xgboost.internal.session.XGBoostSession;
import dev.manta.xgboost.internal.session.XGBoostSessions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// XGBoost for one training function: its ranks connected, its rows as matrices. For loops,
/// objectives and metrics of one's own; [XGBoostTrainer] has a loop of its own.
///
/// There is one per context; it is used by the function's own thread and ends with it.
public final class XGBoost {
  /// The name of the model among the live state, and with its ending that of its file.
  static final String MODEL = "model";

  private static final String TABLE = "table";

  private final TrainContext<?> ctx;
  private final XGBoostSession session;
  private final Map<String, String> parameters;
  private final long memoryMax;

  private XGBoost(
      TrainContext<?> ctx, XGBoostSession session, Map<String, String> parameters, long memoryMax) {
    this.ctx = ctx;
    this.session = session;
    this.parameters = parameters;
    this.memoryMax = memoryMax;
  }

  /// XGBoost for this function, whose config is XGBoost's parameters.
  public static XGBoost of(TrainContext<?> ctx) {
    return of(ctx, ctx.config());
  }

  /// XGBoost for this function. Every rank calls it, at the same point.
  ///
  /// @param parameters XGBoost's, as a record or a map: `maxDepth` is `max_depth`
  public static XGBoost of(TrainContext<?> ctx, Object parameters) {
    Map<String, String> given = BoosterParameters.of(parameters);
    BoosterParameters.requireLearnedBy(given, ctx.worldSize());
    XGBoostSession session = XGBoostSessions.of(ctx);
    Map<String, String> all = BoosterParameters.with(given, session.threads());
    return new XGBoost(ctx, session, all, Table.memoryShare(ctx));
  }

  /// The same where rows take at most so many bytes of memory; what exceeds them lies on disk.
  public XGBoost memory(long bytes) {
    return new XGBoost(ctx, session, parameters, bytes);
  }

  /// This rank's rows of a dataset to train on. Every rank calls it; rows that an attempt before
  /// has read are not read again.
  public DMatrix train(String dataset, TableRoles roles) {
    Table table = session.own(Table.read(ctx, dataset, roles, memoryMax));
    return matrix(dataset, table, Optional.empty());
  }

  /// This rank's rows of a dataset to score the model with; its columns are those of the training.
  public DMatrix validation(String dataset, TableRoles roles, DMatrix train) {
    Table table = session.own(Table.read(ctx, dataset, roles, train.schema(), memoryMax));
    return matrix(dataset, table, Optional.of(train.matrix()));
  }

  private DMatrix matrix(String dataset, Table table, Optional<RowMatrix> like) {
    boolean grouped = table.querySizes().isPresent();
    MetricNames.requireGlobal(parameters, ctx.worldSize(), dataset, grouped);
    MatrixForm form = MatrixForm.of(parameters, session.threads(), ctx.localSize());
    RowMatrix matrix =
        like.isEmpty()
            ? RowMatrix.of(ctx.collectives(), table, form)
            : RowMatrix.of(table, form, like);
    return new DMatrix(dataset, table, session.own(matrix));
  }

  /// A model to train, registered as live state: what was learned before is restored here.
  ///
  /// @param others what it will be scored with
  public Booster booster(DMatrix train, DMatrix... others) {
    List<RowMatrix> all =
        Stream.concat(Stream.of(train), Stream.of(others)).map(DMatrix::matrix).toList();
    var areas = new GlobalCurveAreas(ctx.collectives(), parameters);
    Booster booster =
        session.own(new Booster(parameters, train.schema(), all, session::meet, areas));
    ctx.live(MODEL, booster).live(TABLE, new SchemaState(train.schema()));
    return booster;
  }

  /// Makes sure that all ranks have learned the same model; every rank calls it.
  public void requireSame(Booster booster) {
    List<String> prints = RankTexts.gather(ctx, ModelPrint.of(booster.save()));
    if (prints.stream().distinct().count() > 1) {
      throw new MantaException(
          ErrorCode.MANTA,
          "ranks have learned different models: "
              + ModelPrint.told(prints)
              + "; an objective of your own must give each rank derivatives of its own rows only");
    }
  }
}
