package dev.manta.cli.notebook;

import dev.manta.cli.notebook.zmq.Peer;

/// What a notebook asks for, and who is to be answered.
record Request(Peer from, Message message) {}
