/// Native memory of rows: blocks that are used again, what batches hold of them, and the budget of
/// the process.
@NullMarked
package dev.manta.internal.data.memory;

import org.jspecify.annotations.NullMarked;
