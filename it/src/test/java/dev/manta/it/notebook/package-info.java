/// Notebooks and their kernel, by Jupyter's protocol.
@NullMarked
package dev.manta.it.notebook;

import org.jspecify.annotations.NullMarked;
