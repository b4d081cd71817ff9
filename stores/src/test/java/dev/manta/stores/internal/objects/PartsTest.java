package dev.manta.stores.internal.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Sizes of parts, waits between tries, and the XML of stores.
class PartsTest {
  @Test
  void anObjectHasAtMostTenThousandParts() {
    assertThat(PartSizes.part(17L << 20)).isEqualTo(16 << 20);
    for (long size : new long[] {1L << 37, (1L << 37) + 1, 5L << 40, 48L << 40}) {
      assertThat(Math.ceilDiv(size, PartSizes.part(size))).isLessThanOrEqualTo(10_000);
    }
  }

  @Test
  void partsInMemoryAreAShareOfTheHeap() {
    assertThat(PartSizes.memory(256 << 20)).isEqualTo(64);
    assertThat(PartSizes.memory(4L << 30)).isEqualTo(1024);
    assertThat(PartSizes.memory(8 << 20)).as("one part at least").isEqualTo(16);
  }

  @Test
  void aLargeReadHasEightRangesOrMore() {
    assertThat(PartSizes.range(1000)).isEqualTo(8 << 20);
    assertThat(PartSizes.range(64 << 20)).isEqualTo(8 << 20);
    assertThat(PartSizes.range(10L << 30)).isEqualTo(32 << 20);
  }

  @Test
  void waitsDoubleUpToABound() {
    assertThat(Backoff.DEFAULT.bound(1)).isEqualTo(Duration.ofMillis(100));
    assertThat(Backoff.DEFAULT.bound(4)).isEqualTo(Duration.ofMillis(800));
    assertThat(Backoff.DEFAULT.bound(40)).isEqualTo(Duration.ofSeconds(5));
  }

  private static XmlElement read(String text) throws IOException {
    return XmlReader.read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void elementsAreReadWithTheirTexts() throws IOException {
    XmlElement root =
        read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- hello --><R xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
              <A>1 &lt; 2 &amp; &#x20AC;&#33;&quot;</A><Empty/><s:B xmlns:s="x"><C><![CDATA[<c>]]></C></s:B>
            </R>
            """);
    assertThat(root.name()).isEqualTo("R");
    assertThat(root.get("A")).isEqualTo("1 < 2 & €!\"");
    assertThat(root.get("Empty")).isEmpty();
    assertThat(root.find("B").orElseThrow().get("C")).isEqualTo("<c>");
    assertThat(root.get("Missing")).isEmpty();
  }

  @Test
  void whatIsNoXmlIsRefused() {
    for (String bad :
        new String[] {
          "",
          "hello",
          "<a>",
          "<a></b>",
          "<a>&nope;</a>",
          "<a>&</a>",
          "<!DOCTYPE x><a/>",
          "<a",
          "<a><b></a>",
          "<a>&#xFFFFFFF;</a>",
          "<a>".repeat(100)
        }) {
      assertThatThrownBy(() -> read(bad)).as(bad).isInstanceOf(IOException.class);
    }
  }
}
