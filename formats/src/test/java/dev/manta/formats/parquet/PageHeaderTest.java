package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PageHeaderTest {
  private final PageHeader header = new PageHeader();

  private int read(byte[] bytes) {
    return header.read(ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  @Test
  void aPageOfVersion1IsRead() {
    byte[] bytes =
        ThriftOut.struct(
            page ->
                page.i32(1, 0)
                    .i32(2, 80_008)
                    .i32(3, 80_012)
                    .struct(5, data -> data.i32(1, 20_000).i32(2, 0).i32(3, 3).i32(4, 3)));
    assertThat(read(bytes)).isEqualTo(bytes.length);
    assertThat(header.kind()).isZero();
    assertThat(header.size()).isEqualTo(80_008);
    assertThat(header.packed()).isEqualTo(80_012);
    assertThat(header.count()).isEqualTo(20_000);
    assertThat(header.announced()).isEqualTo(20_000);
    assertThat(header.encoding()).isZero();
    assertThat(header.levelEncoding()).isEqualTo(3);
  }

  @Test
  void aPageOfVersion2IsReadWithWhatIsBehindItsStruct() {
    byte[] bytes =
        ThriftOut.struct(
            page ->
                page.i32(1, 3)
                    .struct(
                        8, data -> data.i32(1, 7).i32(2, 1).i32(3, 6).i32(4, 8).i32(5, 2).i32(6, 4))
                    .i32(9, 5));
    assertThat(read(bytes)).isEqualTo(bytes.length);
    assertThat(header.count2()).isEqualTo(7);
    assertThat(header.announced()).isEqualTo(7);
    assertThat(header.encoding2()).isEqualTo(8);
    assertThat(header.definitionBytes()).isEqualTo(2);
    assertThat(header.repetitionBytes()).isEqualTo(4);
    assertThat(header.isCompressed()).isTrue();
  }

  @Test
  void numbersOfThePageBeforeAreForgotten() {
    read(ThriftOut.struct(page -> page.i32(1, 2).struct(7, dictionary -> dictionary.i32(1, 9))));
    assertThat(header.dictionaryCount()).isEqualTo(9);
    assertThat(header.announced()).isZero();
    read(ThriftOut.struct(page -> page.i32(1, 0)));
    assertThatThrownBy(header::dictionaryCount)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field 1 of its metadata is missing");
  }

  @Test
  void structsWithinStructsArePassedOver() {
    byte[] bytes =
        ThriftOut.struct(
            page ->
                page.i32(1, 0)
                    .struct(
                        5,
                        data ->
                            data.i32(1, 3)
                                .struct(5, said -> said.i32(1, 99).binary(2, new byte[20]))));
    assertThat(read(bytes)).isEqualTo(bytes.length);
    assertThat(header.count()).isEqualTo(3);
  }

  @Test
  void aHeaderThatIsCutOffIsRefused() {
    byte[] bytes = ThriftOut.struct(page -> page.i32(1, 0).i32(2, 5));
    assertThatThrownBy(() -> header.read(ByteBuffer.wrap(bytes), 0, bytes.length - 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("metadata is cut off");
  }
}
