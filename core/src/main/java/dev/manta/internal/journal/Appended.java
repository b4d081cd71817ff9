package dev.manta.internal.journal;

/// How an attempt to append to the control log ended.
public sealed interface Appended {
  /// The record is durable.
  record Written() implements Appended {}

  /// Another controller wrote this number first: the one that asked must stop.
  record Deposed(ControlRecord by) implements Appended {}
}
