package dev.manta.stores.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Memory that is given back while an answer is still on its way.
class SegmentSinkTest {
  private record Late(int statusCode, HttpHeaders headers, HttpClient.Version version)
      implements HttpResponse.ResponseInfo {}

  @Test
  void anAnswerThatBeginsAfterTheSinkWasClosedWritesNothing() {
    byte[] reused = new byte[4];
    var sink = new SegmentSink(0, MemorySegment.ofArray(reused));
    sink.close();
    var headers = HttpHeaders.of(Map.of("content-range", List.of("bytes 0-3/4")), (_, _) -> true);
    var late = sink.begin(new Late(206, headers, HttpClient.Version.HTTP_1_1), new Progress());
    late.onNext(List.of(ByteBuffer.wrap(new byte[] {1, 2, 3, 4})));
    assertThat(reused).containsOnly(0);
  }
}
