/// JShell whose snippets train in worker processes.
@NullMarked
package dev.manta.cli.shell;

import org.jspecify.annotations.NullMarked;
