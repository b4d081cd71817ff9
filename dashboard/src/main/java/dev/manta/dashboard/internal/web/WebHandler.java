package dev.manta.dashboard.internal.web;

import java.io.IOException;

/// Answers what it is asked.
public interface WebHandler {
  WebAnswer answer(WebRequest request) throws IOException, InterruptedException;
}
