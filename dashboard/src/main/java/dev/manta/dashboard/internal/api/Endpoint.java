package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.web.WebAnswer;
import java.io.IOException;

/// Answers one kind of request.
interface Endpoint {
  WebAnswer answer(ApiCall call) throws IOException, InterruptedException;
}
