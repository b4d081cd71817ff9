package dev.manta.train;

import java.io.Serializable;

/// A training function: runs once in every worker.
///
/// Give it as a static method reference (`Digits::train`). It must not capture variables: what it
/// needs goes into the config. It is `Serializable` only so that the method's name can be read from
/// the reference; no Java object is ever sent to a worker.
///
/// @param <C> the config record
@FunctionalInterface
public interface TrainLoop<C> extends Serializable {
  /// Trains. A method reference may return a value: rank 0's becomes [the
  /// result's][dev.manta.Result#returnValue(Class)].
  void run(TrainContext<C> ctx) throws Exception;
}
