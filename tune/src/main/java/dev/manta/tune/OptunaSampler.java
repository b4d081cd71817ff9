package dev.manta.tune;

/// How a search by Optuna finds points: its samplers, by their names there.
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

  /// Its name in lower case, without dashes.
  public String code() {
    return code;
  }
}
