package dev.manta.internal.data.source;

/// Where a record is; found out only when someone asks.
interface RecordPlace {
  /// `file line 17`, counted from 1.
  String place();
}
