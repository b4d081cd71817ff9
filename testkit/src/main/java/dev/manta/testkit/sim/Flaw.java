package dev.manta.testkit.sim;

/// A planted bug outside the rules.
enum Flaw {
  NONE,
  /// Whatever process has the id of an earlier controller's worker is ended.
  PID_BELIEVED,
  /// A rank writes its part of a checkpoint again after it has said that it is stored.
  PART_REWRITTEN,
  /// Nobody seals what an earlier controller has written and not sealed.
  LEFT_BEHIND_FORGOTTEN,
  /// A controller writes on though another one has taken its file away.
  TAKEN_UNNOTICED,
  /// A driver ends without writing what it was told last.
  LAST_REPORTS_DROPPED,
  /// A worker reports on, however many of its reports are not durable.
  WINDOW_IGNORED,
  /// A worker does not say again to a new controller what nobody has acknowledged.
  REPORTS_NOT_REPEATED,
  /// A worker whose first call reaches a later controller than its own does not say that it has
  /// said everything.
  FIRST_CALL_UNFINISHED,
  /// A rank that has stored a commit does not take it for one that all ranks have, though another
  /// rank knows that they do.
  COMMIT_UNSETTLED,
  /// A controller acts on events that share a record before that is durable.
  GROUP_ACTED_ON_EARLY
}
