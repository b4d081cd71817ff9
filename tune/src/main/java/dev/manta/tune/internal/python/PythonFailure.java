package dev.manta.tune.internal.python;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// The errors of a search in Python, each with what the user can do.
final class PythonFailure {
  private static final String OTHER =
      "name another Python with python(path), or by the variable " + PythonSession.VARIABLE;

  private PythonFailure() {}

  static MantaException notStarted(
      PythonSearch.LibrarySampler sampler, String program, Throwable cause) {
    return new MantaException(
        ErrorCode.USER,
        "%s needs Python, but %s cannot be started: %s; install Python 3.9 or newer, or %s"
            .formatted(sampler, program, cause.getMessage(), OTHER),
        cause);
  }

  static MantaException missing(
      PythonSearch.LibrarySampler sampler, String program, String module) {
    return new MantaException(
        ErrorCode.USER,
        "%s needs the package %s, which %s does not have; install it with `%s -m pip install %s`, or %s"
            .formatted(sampler, module, program, program, module, OTHER));
  }

  static MantaException failed(PythonSearch.LibrarySampler sampler, String error, String wrote) {
    return new MantaException(
        ErrorCode.USER,
        "%s failed with %s; the search can be resumed once the cause is fixed; %s"
            .formatted(sampler, error, wrote));
  }

  static MantaException ended(PythonSearch.LibrarySampler sampler, PythonEnded again) {
    return new MantaException(
        ErrorCode.CLUSTER,
        "the Python process of %s ended twice before it answered; the search can be resumed once the cause is gone. The last time: %s"
            .formatted(sampler, again.getMessage()),
        again);
  }

  static MantaException timedOut(PythonSearch.LibrarySampler sampler, String wrote) {
    return new MantaException(
        ErrorCode.CLUSTER,
        "%s did not answer within %s and was ended; the search can be resumed, with answersWithin(…) for more time; %s"
            .formatted(sampler, sampler.interpreter().limit(), wrote));
  }

  static MantaException invalidAnswer(
      PythonSearch.LibrarySampler sampler, String answer, RuntimeException cause) {
    return new MantaException(
        ErrorCode.USER,
        "%s answered %s, which is not a point of the space: %s; install a release of its package, then resume the search"
            .formatted(sampler, shortened(answer), cause.getMessage()),
        cause);
  }

  private static String shortened(String answer) {
    return answer.length() <= 200 ? answer : answer.substring(0, 200) + "…";
  }
}
