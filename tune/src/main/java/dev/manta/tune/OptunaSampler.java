package dev.manta.tune;

/// A sampler of Optuna: how it finds points.
public enum OptunaSampler {
  /// What a study of the installed Optuna has unless told otherwise.
  AUTO("auto"),
  /// `TPESampler`, with running trials as bad ones (`constant_liar`).
  TPE("tpe"),
  /// `GPSampler`; its Python needs torch and scipy.
  GP("gp"),
  /// `CmaEsSampler`, for one goal; its Python needs cmaes.
  CMA_ES("cmaes"),
  /// `NSGAIISampler`.
  NSGA_II("nsgaii"),
  /// `RandomSampler`.
  RANDOM("random"),
  /// `QMCSampler`, scrambled; its Python needs scipy.
  QMC("qmc");

  private final String code;

  OptunaSampler(String code) {
    this.code = code;
  }

  /// Its name on the command line, as in `optuna:cmaes`.
  public String code() {
    return code;
  }
}
