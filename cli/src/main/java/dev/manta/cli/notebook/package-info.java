/// Notebooks: a kernel for Jupyter's protocol around the shell.
@NullMarked
package dev.manta.cli.notebook;

import org.jspecify.annotations.NullMarked;
