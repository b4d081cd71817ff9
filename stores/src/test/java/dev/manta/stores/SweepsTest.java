package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Location;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.objects.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which uploads are ended by their age.
@Timeout(300)
class SweepsTest {
  private static final Location AT = Location.parse("s3://manta-test/runs/x");
  private static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");

  private static Said page(String name, String more) {
    return new Said(200, "<%1$s>%2$s</%1$s>".formatted(name, more), Map.of());
  }

  private static String part(Instant modified) {
    return "<Part><LastModified>%s</LastModified></Part>".formatted(modified);
  }

  /// What is ended of one old upload whose parts are on two pages.
  private static List<String> ended(Instant lastPart) {
    String upload =
        "<Upload><Key>runs/x/a</Key><UploadId>u</UploadId><Initiated>%s</Initiated></Upload>"
            .formatted(OLD);
    String more = "<IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>";
    try (var store =
        new ScriptedStore(
            asked -> {
              if (asked.call().startsWith("DELETE")) {
                return new Said(204, "", Map.of());
              }
              if (!asked.call().contains("uploadId=")) {
                return page("ListMultipartUploadsResult", upload);
              }
              return asked.call().contains("part-number-marker=1")
                  ? page("ListPartsResult", part(lastPart))
                  : page("ListPartsResult", part(OLD) + more);
            })) {
      TestS3.storage(store.endpoint(), Map.of(), Backoff.DEFAULT, Duration.ofSeconds(20))
          .sweep(AT, Duration.ofHours(1));
      return store.asked().stream()
          .map(ScriptedStore.Asked::call)
          .filter(call -> call.startsWith("DELETE"))
          .toList();
    }
  }

  @Test
  void anOldUploadThatStillGetsPartsIsLeftAlone() {
    assertThat(ended(Instant.now())).isEmpty();
  }

  @Test
  void anOldUploadThatGetsNoPartsAnyMoreIsEnded() {
    assertThat(ended(OLD)).containsExactly("DELETE /manta-test/runs/x/a?uploadId=u");
  }
}
