/// Rows from databases.
@NullMarked
package dev.manta.formats.jdbc;

import org.jspecify.annotations.NullMarked;
