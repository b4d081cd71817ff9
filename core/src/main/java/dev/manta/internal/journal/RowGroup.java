package dev.manta.internal.journal;

import dev.manta.spi.json.JsonBytes;

/// Rows that are written together; `position` is that of the last.
record RowGroup(JsonBytes rows, long position) {}
