package dev.manta.torch.data;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// Samples that can be read in any order. Loaders read from several threads at once.
///
/// What it makes to give a batch is freed with it: keep tensors that it needs again with
/// `torch.keep(tensor)`.
public interface SampleDataset {
  /// How many samples there are.
  long size();

  /// One sample: a tensor per column, without a dimension for rows.
  List<Tensor> get(long index);

  /// Several samples as a batch: by default their columns, stacked.
  default TensorBatch batch(long[] indices) {
    List<List<Tensor>> samples = new ArrayList<>();
    for (long index : indices) {
      samples.add(get(index));
    }
    return stack(samples);
  }

  /// The columns of samples, stacked.
  static TensorBatch stack(List<List<Tensor>> samples) {
    List<Tensor> columns = new ArrayList<>();
    for (int column = 0; column < samples.getFirst().size(); column++) {
      var tensors = new TensorVector();
      for (List<Tensor> sample : samples) {
        tensors.push_back(sample.get(column));
      }
      columns.add(torch.stack(tensors));
    }
    return new TensorBatch(columns, samples.size());
  }
}
