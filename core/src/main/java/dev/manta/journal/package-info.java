/// What happened to a run: the control log and the metrics, written once and followed by whoever
/// wants.
///
/// ```
/// <run>/control/000000000001.json    one record each, made by put-if-absent
/// <run>/metrics/000000000001.jsonl   sealed segments of rows
/// ```
@NullMarked
package dev.manta.journal;

import org.jspecify.annotations.NullMarked;
