/// The part of ZeroMQ's protocol that notebooks speak: ZMTP 3.0 over TCP, answered by a program
/// that listens.
@NullMarked
package dev.manta.cli.notebook.zmq;

import org.jspecify.annotations.NullMarked;
