/// The command line as a user types it, in processes of its own.
@NullMarked
package dev.manta.it.cli;

import org.jspecify.annotations.NullMarked;
