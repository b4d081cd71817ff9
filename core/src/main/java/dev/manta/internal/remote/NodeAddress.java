package dev.manta.internal.remote;

/// Where a node is called, and the print of the certificate that it must show.
public record NodeAddress(String node, String host, int port, String print) {}
