/// Tests of the kernel of notebooks.
@NullMarked
package dev.manta.cli.notebook;

import org.jspecify.annotations.NullMarked;
