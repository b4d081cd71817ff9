/// The command line: `manta demo|run|runs|show|logs|new|bench|version`.
@NullMarked
package dev.manta.cli;

import org.jspecify.annotations.NullMarked;
