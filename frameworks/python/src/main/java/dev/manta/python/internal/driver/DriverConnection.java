package dev.manta.python.internal.driver;

import dev.manta.TrainingFailed;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One call of a driver, each message a line of JSON: the token and the request come in, an answer
/// goes out. A connection that ends before its answer cancels the call.
final class DriverConnection {
  private final SocketChannel channel;
  private final String token;
  private final Function<Json, DriverCall> calls;
  private final AtomicBoolean answered = new AtomicBoolean();

  DriverConnection(SocketChannel channel, String token, Function<Json, DriverCall> calls) {
    this.channel = channel;
    this.token = token;
    this.calls = calls;
  }

  void serve() {
    try (channel) {
      var lines =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
      if (knowsToken(lines.readLine())) {
        answer(lines);
      }
    } catch (IOException e) {
      // The driver is gone; what it waited for was cancelled.
    }
  }

  private boolean knowsToken(@Nullable String line) {
    if (line == null) {
      return false;
    }
    Optional<String> said = Json.parse(line).asObject().find("token").map(Json::asText);
    return said.filter(
            text ->
                MessageDigest.isEqual(
                    text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8)))
        .isPresent();
  }

  private void answer(BufferedReader lines) throws IOException {
    String request = lines.readLine();
    if (request == null) {
      return;
    }
    JsonObject answer;
    try {
      DriverCall call = calls.apply(Json.parse(request));
      Thread.ofVirtual().name("manta-driver-gone").start(() -> cancelAtEnd(lines, call));
      answer = JsonObject.EMPTY.with("ok", call.run());
    } catch (RuntimeException wrong) { // the edge of this package: the driver raises it
      answer = JsonObject.EMPTY.with("error", error(wrong));
    }
    answered.set(true);
    ByteBuffer bytes = ByteBuffer.wrap((answer.text() + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private void cancelAtEnd(BufferedReader lines, DriverCall call) {
    try {
      while (lines.read() >= 0) {
        // A driver says nothing more.
      }
    } catch (IOException e) {
      // The same as an end.
    }
    if (!answered.get()) {
      call.cancel();
    }
  }

  /// What the driver makes an exception of: a failed rank is the training's, everything else ours.
  private static JsonObject error(RuntimeException wrong) {
    Optional<Failure> failure =
        wrong instanceof TrainingFailed failed ? failed.result().failure() : Optional.empty();
    JsonObject said =
        JsonObject.EMPTY
            .with("message", Json.of(message(wrong)))
            .with("kind", Json.of(failure.isPresent() ? "RANK" : kind(wrong)));
    return failure
        .map(
            each ->
                said.with(
                    "failures",
                    JsonObject.EMPTY.with(Integer.toString(each.rank()), Json.of(each.describe()))))
        .orElse(said);
  }

  private static String kind(RuntimeException wrong) {
    return wrong instanceof MantaException known ? known.code().name() : "MANTA";
  }

  private static String message(RuntimeException wrong) {
    return wrong.getMessage() == null ? wrong.toString() : wrong.getMessage();
  }
}
