package dev.manta.cli.notebook.zmq;

/// What a listener is to those who connect, by ZeroMQ's names.
public enum SocketKind {
  /// Hears requests, and answers each on the connection that it came by.
  ROUTER,
  /// Tells all who listen.
  PUB,
  /// Answers one request after the other.
  REP
}
