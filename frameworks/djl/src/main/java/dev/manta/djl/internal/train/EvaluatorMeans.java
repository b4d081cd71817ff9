package dev.manta.djl.internal.train;

import ai.djl.ndarray.NDList;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.TrainingListenerAdapter;
import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The means of a trainer's evaluators over the rows of all ranks, for what is trained on and what
/// is validated. Rows that only keep a rank in step count for nothing.
public final class EvaluatorMeans extends TrainingListenerAdapter {
  private static final String BATCH = "manta/batch";
  private static final String TRAIN = "train_";
  private static final String VALIDATE = "";

  private final StepRows rows;
  private double[] trained = {};
  private double[] validated = {};

  EvaluatorMeans(StepRows rows) {
    this.rows = rows;
  }

  @Override
  public void onTrainingBegin(Trainer trainer) {
    trainer.getEvaluators().forEach(each -> each.addAccumulator(BATCH));
    clear(trainer);
  }

  /// A sum for each evaluator, and how many rows there were.
  private void clear(Trainer trainer) {
    trained = new double[trainer.getEvaluators().size() + 1];
    validated = new double[trained.length];
  }

  @Override
  public void onTrainingBatch(Trainer trainer, BatchData batch) {
    rows.trained(batch.getBatch().getSize());
    add(trainer, batch, trained);
  }

  @Override
  public void onValidationBatch(Trainer trainer, BatchData batch) {
    add(trainer, batch, validated);
  }

  private static void add(Trainer trainer, BatchData batch, double[] to) {
    int count = batch.getBatch().getSize();
    if (count == 0) {
      return;
    }
    List<Evaluator> evaluators = trainer.getEvaluators();
    for (int i = 0; i < evaluators.size(); i++) {
      to[i] += count * mean(evaluators.get(i), batch);
    }
    to[evaluators.size()] += count;
  }

  private static double mean(Evaluator evaluator, BatchData batch) {
    evaluator.resetAccumulator(BATCH);
    batch
        .getLabels()
        .forEach(
            (device, labels) -> {
              NDList predictions = batch.getPredictions().get(device);
              evaluator.updateAccumulators(new String[] {BATCH}, labels, predictions);
            });
    return evaluator.getAccumulator(BATCH);
  }

  /// The means since the last call, over all ranks, which all call it: `train_loss` and
  /// `train_accuracy` of what was trained on, `loss` and `accuracy` of what was validated.
  public Metrics take(Trainer trainer, Collectives group) {
    group.allReduce(trained, Op.SUM);
    group.allReduce(validated, Op.SUM);
    Metrics all =
        means(means(Metrics.empty(), trainer, TRAIN, trained), trainer, VALIDATE, validated);
    clear(trainer);
    return all;
  }

  private static Metrics means(Metrics before, Trainer trainer, String stage, double[] sums) {
    Metrics all = before;
    List<String> names = names(trainer);
    double rows = sums[names.size()];
    for (int i = 0; rows > 0 && i < names.size(); i++) {
      all = all.with(stage + names.get(i), sums[i] / rows);
    }
    return all;
  }

  private static List<String> names(Trainer trainer) {
    List<String> names = new ArrayList<>();
    for (Evaluator each : trainer.getEvaluators()) {
      names.add(each.equals(trainer.getLoss()) ? "loss" : each.getName().toLowerCase(Locale.ROOT));
    }
    return names;
  }
}
