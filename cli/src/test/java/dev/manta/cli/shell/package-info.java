/// Tests of the shell.
@NullMarked
package dev.manta.cli.shell;

import org.jspecify.annotations.NullMarked;
