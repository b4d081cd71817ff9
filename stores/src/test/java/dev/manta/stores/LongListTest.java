package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.stores.ScriptedStore.Asked;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.objects.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server with a hundred thousand objects, of which it lists a thousand at a time.
@Timeout(300)
class LongListTest {
  private static final Location AT = Location.parse("s3://manta-test/data");
  private static final int PAGES = 100;
  private static final int PAGE = 1000;
  private static final Pattern TOKEN = Pattern.compile("continuation-token=(\\d+)");

  private static Said answer(Asked asked) {
    if (asked.call().startsWith("HEAD ")) {
      return new Said(404, "", Map.of());
    }
    Matcher token = TOKEN.matcher(asked.call());
    return new Said(200, page(token.find() ? Integer.parseInt(token.group(1)) : 0), Map.of());
  }

  private static String page(int number) {
    StringBuilder out = new StringBuilder("<ListBucketResult>");
    for (int i = 0; i < PAGE; i++) {
      out.append("<Contents><Key>").append(key(number * PAGE + i)).append("</Key>");
      out.append("<LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>7</Size></Contents>");
    }
    boolean more = number < PAGES - 1;
    out.append("<IsTruncated>").append(more).append("</IsTruncated>");
    if (more) {
      out.append("<NextContinuationToken>").append(number + 1).append("</NextContinuationToken>");
    }
    return out.append("</ListBucketResult>").toString();
  }

  private static String key(int number) {
    return String.format(Locale.ROOT, "data/part-%06d", number);
  }

  @Test
  void aHundredThousandObjectsAreListedInPages() {
    try (var store = new ScriptedStore(LongListTest::answer)) {
      var storage =
          TestS3.storage(store.endpoint(), Map.of(), Backoff.DEFAULT, Duration.ofSeconds(20));
      List<Entry> entries = storage.list(AT);
      assertThat(entries).hasSize(PAGES * PAGE);
      assertThat(entries.getFirst().at()).isEqualTo(AT.resolve("part-000000"));
      assertThat(entries.getLast().at()).isEqualTo(AT.resolve("part-099999"));
      assertThat(entries.stream().map(Entry::at).distinct()).hasSize(PAGES * PAGE);
      assertThat(store.asked()).hasSize(PAGES + 1);
    }
  }
}
