package dev.manta.python.internal.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DriverDoorTest {
  private static final Function<Json, DriverCall> ECHO = Echo::new;

  private record Echo(Json request) implements DriverCall {
    @Override
    public JsonObject run() {
      return JsonObject.EMPTY.with("said", request);
    }

    @Override
    public void cancel() {}
  }

  @Test
  void aCallerWithTheTokenIsAnswered() throws IOException {
    try (DriverDoor door = DriverDoor.open(ECHO)) {
      assertThat(ask(door, token(door), "{\"a\":1}")).isEqualTo("{\"ok\":{\"said\":{\"a\":1}}}");
    }
  }

  @Test
  void aCallerWithoutTheTokenIsNot() throws IOException {
    try (DriverDoor door = DriverDoor.open(ECHO)) {
      assertThat(ask(door, "guess", "{\"a\":1}")).isNull();
    }
  }

  @Test
  void whatCannotBeMadeOutIsAnError() throws IOException {
    try (DriverDoor door = DriverDoor.open(ECHO)) {
      assertThat(ask(door, token(door), "{\"a\":")).startsWith("{\"error\":{\"message\":");
    }
  }

  @Test
  void theDirectoryIsPrivateAndGoneAfterwards() throws IOException {
    DriverDoor door = DriverDoor.open(ECHO);
    Path directory = Objects.requireNonNull(address(door).getParent());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    Files.writeString(directory.resolve("fit"), "left by a driver");
    door.close();
    assertThat(directory).doesNotExist();
  }

  @Test
  void aDriverThatLeavesCancelsItsCall() throws Exception {
    var begun = new CountDownLatch(1);
    var cancelled = new CountDownLatch(1);
    DriverCall waits =
        new DriverCall() {
          @Override
          public JsonObject run() {
            begun.countDown();
            await(cancelled);
            return JsonObject.EMPTY;
          }

          @Override
          public void cancel() {
            cancelled.countDown();
          }
        };
    try (DriverDoor door = DriverDoor.open(_ -> waits)) {
      try (SocketChannel _ = call(door, token(door), "{}")) {
        await(begun);
      }
      assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String token(DriverDoor door) {
    return Objects.requireNonNull(door.variables().get("MANTA_DRIVER_TOKEN"));
  }

  private static Path address(DriverDoor door) {
    return Path.of(Objects.requireNonNull(door.variables().get("MANTA_DRIVER_DOOR")));
  }

  private static SocketChannel call(DriverDoor door, String token, String request)
      throws IOException {
    SocketChannel caller = SocketChannel.open(UnixDomainSocketAddress.of(address(door)));
    String lines = "{\"token\":\"" + token + "\"}\n" + request + "\n";
    caller.write(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)));
    return caller;
  }

  private static @Nullable String ask(DriverDoor door, String token, String request)
      throws IOException {
    try (SocketChannel caller = call(door, token, request)) {
      return new BufferedReader(
              new InputStreamReader(Channels.newInputStream(caller), StandardCharsets.UTF_8))
          .readLine();
    }
  }
}
