package dev.manta.xgboost.internal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Others than XGBoost may connect to what it takes for its tracker.
@Timeout(60)
class TrackerEndpointTest {
  private static final JsonObject WHO = JsonObject.builder().put("task_id", "rank 0").build();
  private static final JsonObject START =
      JsonObject.builder().put("cmd", 1).put("port", 7).put("error_port", 8).build();

  private final InetAddress loopback = InetAddress.getLoopbackAddress();
  private final AtomicInteger meetings = new AtomicInteger();

  private TrackerEndpoint open() throws IOException {
    return TrackerEndpoint.open(
        loopback,
        0,
        own -> {
          meetings.incrementAndGet();
          return List.of(new Peer("127.0.0.1", own.port()));
        });
  }

  private static int ranks(TrackerMessages messages) throws IOException {
    messages.send(WHO);
    messages.send(START);
    return messages.receive().get("world_size").asInt();
  }

  @Test
  void whoConnectsAndSaysNothingKeepsNobodyWaiting() throws IOException {
    TrackerEndpoint endpoint = open();
    try (var silent = new Socket(loopback, endpoint.port());
        var socket = new Socket(loopback, endpoint.port())) {
      assertThat(ranks(new TrackerMessages(socket))).isEqualTo(1);
      endpoint.close();
      assertThat(silent.getInputStream().readAllBytes()).hasSize(Integer.BYTES);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatAnotherProcessSaysIsNotBelieved() throws Exception {
    try (var endpoint = open()) {
      String speak =
          "exec 3<>/dev/tcp/127.0.0.1/%s; printf '\\x99\\xff\\0\\0%s%s' >&3; cat <&3 >/dev/null"
              .formatted(endpoint.port(), message(WHO), message(START));
      assertThat(new ProcessBuilder("bash", "-c", speak).start().waitFor()).isZero();
      assertThat(meetings).hasValue(0);
      try (var socket = new Socket(loopback, endpoint.port())) {
        assertThat(ranks(new TrackerMessages(socket))).isEqualTo(1);
      }
    }
  }

  private static String message(JsonObject message) {
    int bytes = message.text().getBytes(StandardCharsets.UTF_8).length;
    return String.format(Locale.ROOT, "\\x%02x\\0\\0\\0%s", bytes, message.text());
  }
}
