/// The command line: `manta run`, `manta show` and their like.
@NullMarked
package dev.manta.cli;

import org.jspecify.annotations.NullMarked;
