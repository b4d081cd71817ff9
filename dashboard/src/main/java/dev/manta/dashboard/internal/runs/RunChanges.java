package dev.manta.dashboard.internal.runs;

/// How far a run has come, to tell whether there is something new.
///
/// @param rows how many reports were read
/// @param records how many control records there are
/// @param status where it stands
/// @param logBytes how much its workers have printed
public record RunChanges(long rows, long records, String status, long logBytes) {
  public static final RunChanges NONE = new RunChanges(-1, -1, "", -1);
}
