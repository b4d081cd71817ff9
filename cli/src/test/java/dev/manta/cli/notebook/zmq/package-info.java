/// Tests of the connections of notebooks.
@NullMarked
package dev.manta.cli.notebook.zmq;

import org.jspecify.annotations.NullMarked;
