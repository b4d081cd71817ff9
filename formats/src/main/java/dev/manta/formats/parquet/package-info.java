/// Parquet files: row groups decoded straight into Arrow's layout.
@NullMarked
package dev.manta.formats.parquet;

import org.jspecify.annotations.NullMarked;
