package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.dashboard.SmallRuns.Config;
import dev.manta.storage.Location;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is asked, the answer is the thing, or says what is wrong; never a defect.
@Timeout(300)
class ApiFuzzTest {
  private static final int CASES = 1_500 * Integer.getInteger("manta.campaign", 1);
  private static final List<String> PATHS =
      List.of(
          "/api/runs",
          "/api/runs/small",
          "/api/runs/small/curves",
          "/api/runs/small/metrics",
          "/api/runs/small/timeline",
          "/api/runs/small/logs",
          "/api/runs/small/logs/rank-0-w0.log",
          "/api/runs/small/log-search",
          "/api/run-groups",
          "/api/runs/small/load",
          "/api/runs/small/history",
          "/api/runs/small/metrics.csv",
          "/api/runs/small/logged",
          "/api/runs/small/logged-values",
          "/api/runs/small/logged-image",
          "/api/cluster",
          "/api/experiments",
          "/api/runs/small/checkpoints/checkpoint-000001",
          "/api/compare",
          "/api/events",
          "/api/experiments/small",
          "/api/openapi.json",
          "/");
  private static final List<String> NAMES =
      List.of(
          "metric", "rank", "axis", "from", "to", "points", "bytes", "sort", "filter", "search",
          "limit", "offset", "text", "run", "token", "by", "name", "kind", "step", "attempt");
  private static final List<String> VALUES =
      List.of(
          "loss",
          "0",
          "-1",
          "1e308",
          "NaN",
          "Infinity",
          "-Infinity",
          "9999999999999999999",
          "step",
          "time",
          "epoch",
          "../..",
          "%00",
          "%ff",
          "%",
          "a=b&c",
          "metrics/loss<1",
          "config/lr>=x",
          "<script>",
          "",
          "-9223372036854775808");
  private static final List<String> CHANGES =
      List.of("stop", "scale", "preempt", "notes", "stacks", "profile");
  private static final List<String> BODIES =
      List.of(
          "{\"now\":true}",
          "{\"workers\":2}",
          "{\"ranks\":[0,1],\"seconds\":30}",
          "{\"tags\":[\"a\",\"b\"],\"note\":\"<script>\"}",
          "{\"rank\":0,\"all\":true}",
          "{\"rank\":0,\"seconds\":1}");
  private static final List<String> PARTS =
      List.of(
          "null",
          "-1",
          "1e999",
          "9999999999999999999",
          "\"",
          "[",
          "]",
          "{",
          "}",
          ",",
          "[[]]",
          "{}",
          "\\u0000",
          "\\ud800",
          "\0",
          "true",
          "\"rank\":",
          "é");
  private static final List<String> PIECES =
      List.of(
          "/",
          "..",
          "%2e%2e",
          "%2f",
          "//",
          "\\",
          "%5c",
          "%00",
          "%",
          "%zz",
          "?",
          "#",
          "{",
          "small",
          "é",
          "%f0%9f%98%80",
          "api",
          ".");

  @TempDir Path storage;

  @Test
  void nothingThatIsAskedIsADefect() throws IOException {
    SmallRuns.fit(storage, "small", new Config(0.1, 5, 0, ""));
    long seed = Long.getLong("manta.seed", 22);
    var random = new Random(seed);
    try (Dashboard dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)))) {
      for (int i = 0; i < CASES; i++) {
        String target = target(random);
        int status = status(dashboard, target);
        assertThat(status)
            .as("seed %s, case %s: %s", seed, i, target)
            .isIn(200, 303, 400, 403, 404);
      }
    }
  }

  @Test
  void nothingThatIsSentIsADefect() throws IOException {
    SmallRuns.fit(storage, "small", new Config(0.1, 5, 0, ""));
    long seed = Long.getLong("manta.seed", 22);
    var random = new Random(seed);
    try (Dashboard dashboard = Dashboard.open(DashboardConfig.of(Location.of(storage)))) {
      for (int i = 0; i < CASES; i++) {
        String target = "/api/runs/small/" + pick(CHANGES, random);
        String body = body(random);
        assertThat(status(dashboard, "POST", target, body))
            .as("seed %s, case %s: %s %s", seed, i, target, body)
            .isIn(200, 400, 409);
      }
    }
  }

  private static String body(Random random) {
    var body = new StringBuilder(pick(BODIES, random));
    for (int i = random.nextInt(4); i > 0; i--) {
      int from = random.nextInt(body.length() + 1);
      int to = Math.min(body.length(), from + random.nextInt(6));
      body.replace(from, to, pick(PARTS, random));
    }
    return body.toString();
  }

  private static String target(Random random) {
    var path = new StringBuilder(pick(PATHS, random));
    for (int i = random.nextInt(3); i > 0; i--) {
      path.insert(random.nextInt(path.length() + 1), pick(PIECES, random));
    }
    path.append('?');
    for (int i = random.nextInt(5); i > 0; i--) {
      path.append(pick(NAMES, random)).append('=').append(pick(VALUES, random)).append('&');
    }
    return path.charAt(0) == '/' ? path.toString() : "/" + path;
  }

  private static String pick(List<String> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  /// As bytes: clients that know what an address is would not send most of them.
  private static int status(Dashboard dashboard, String target) throws IOException {
    return status(dashboard, "GET", target, "");
  }

  private static int status(Dashboard dashboard, String method, String target, String body)
      throws IOException {
    byte[] sent = body.getBytes(StandardCharsets.UTF_8);
    try (var socket = new Socket("127.0.0.1", dashboard.address().getPort())) {
      String host = dashboard.address().getAuthority();
      String request =
          "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %s\r\nConnection: close\r\n\r\n"
              .formatted(method, target, host, dashboard.token(), sent.length);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().write(sent);
      byte[] head = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      String line = new String(head, StandardCharsets.UTF_8);
      assertThat(line).as(target).startsWith("HTTP/1.1 ");
      return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
    }
  }
}
