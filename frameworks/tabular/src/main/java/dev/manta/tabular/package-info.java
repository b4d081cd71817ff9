/// Rows of datasets as matrices, for libraries that train on whole tables.
@NullMarked
package dev.manta.tabular;

import org.jspecify.annotations.NullMarked;
