/// A rank's rows as a table, and the rows of all ranks by score, for libraries that train on whole
/// tables.
@NullMarked
package dev.manta.tabular;

import org.jspecify.annotations.NullMarked;
