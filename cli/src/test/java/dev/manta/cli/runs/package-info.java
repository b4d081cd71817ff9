@NullMarked
package dev.manta.cli.runs;

import org.jspecify.annotations.NullMarked;
