package dev.manta.cli.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignedMessagesTest {
  private static final SignedMessages SIGNED = new SignedMessages(bytes("key"));
  private static final Message MESSAGE =
      new Message(
          List.of(bytes("who")),
          JsonObject.builder().put("msg_type", "execute_request").build(),
          JsonObject.EMPTY,
          JsonObject.builder().put("code", "1 + 1").build());

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aSignedMessageIsReadAsItWasWritten() {
    Message read = SIGNED.read(SIGNED.write(MESSAGE)).orElseThrow();
    assertThat(read.type()).isEqualTo("execute_request");
    assertThat(read.content()).isEqualTo(MESSAGE.content());
    assertThat(read.route()).containsExactly(bytes("who"));
  }

  @Test
  void aMessageOfSomebodyElseIsPassedOver() {
    assertThat(new SignedMessages(bytes("other")).read(SIGNED.write(MESSAGE))).isEmpty();
    List<byte[]> changed = new ArrayList<>(SIGNED.write(MESSAGE));
    changed.set(changed.size() - 1, bytes("{\"code\":\"other\"}"));
    assertThat(SIGNED.read(changed)).isEmpty();
  }

  @Test
  void whatIsNoMessageIsPassedOver() {
    assertThat(SIGNED.read(List.of())).isEmpty();
    assertThat(SIGNED.read(List.of(bytes("<IDS|MSG>"), bytes("sign"), bytes("{}")))).isEmpty();
    assertThat(new SignedMessages(new byte[0]).read(parts("[1]"))).isEmpty();
  }

  @Test
  void whatDoesNotSayWhatItIsIsPassedOver() {
    var untyped = new Message(List.of(), JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY);
    assertThat(SIGNED.read(SIGNED.write(untyped))).isEmpty();
    JsonObject header = JsonObject.builder().put("msg_type", 7).build();
    var numbered = new Message(List.of(), header, JsonObject.EMPTY, JsonObject.EMPTY);
    assertThat(SIGNED.read(SIGNED.write(numbered))).isEmpty();
  }

  private static List<byte[]> parts(String json) {
    byte[] each = bytes(json);
    return List.of(bytes("<IDS|MSG>"), new byte[0], each, each, each, each);
  }
}
