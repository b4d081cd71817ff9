/// Runs as their directories tell of them.
@NullMarked
package dev.manta.cli.runs;

import org.jspecify.annotations.NullMarked;
