package dev.manta.torch.internal.ddp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.data.Position;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LoaderPositionsTest {
  private static LoaderPositions restored(LoaderPositions from) {
    var loaderPositions = new LoaderPositions();
    loaderPositions.load(from.save());
    return loaderPositions;
  }

  @Test
  void aLoaderResumesWhereItWasInItsEpoch() {
    var loaderPositions = new LoaderPositions();
    assertThat(loaderPositions.begin(0, 3, 2)).isEqualTo(Position.beginning(2));
    loaderPositions.handedOut(0, 64, 2);
    loaderPositions.handedOut(0, 64, 2);
    assertThat(restored(loaderPositions).begin(0, 3, 2)).isEqualTo(new Position(128, 2, 128));
    assertThat(restored(loaderPositions).begin(0, 4, 2)).isEqualTo(Position.beginning(2));
  }

  @Test
  void whatIsSeenAfterAChangeOfSizeIsCountedApart() {
    var loaderPositions = new LoaderPositions();
    loaderPositions.begin(0, 0, 2);
    loaderPositions.handedOut(0, 64, 2);
    LoaderPositions grown = restored(loaderPositions);
    grown.begin(0, 0, 4);
    grown.handedOut(0, 128, 4);
    LoaderPositions back = restored(grown);
    assertThat(back.begin(0, 0, 2)).isEqualTo(new Position(192, 2, 64));
    back.handedOut(0, 64, 2);
    assertThat(restored(back).begin(0, 0, 2)).isEqualTo(new Position(256, 2, 64));
  }

  @Test
  void aPlaceOfAnEarlierVersionIsRead() {
    var loaderPositions = new LoaderPositions();
    loaderPositions.load(ByteBuffer.allocate(16).putInt(0).putInt(5).putLong(640).array());
    assertThat(loaderPositions.begin(0, 5, 2)).isEqualTo(new Position(640, 2, 640));
  }

  @Test
  void batchesThatNoUpdateHasUsedAreSeenAgain() {
    var loaderPositions = new LoaderPositions();
    loaderPositions.countByUpdates();
    loaderPositions.begin(0, 3, 1);
    loaderPositions.handedOut(0, 8, 1);
    loaderPositions.used();
    loaderPositions.handedOut(0, 8, 1);
    var later = new LoaderPositions();
    later.load(loaderPositions.save());
    assertThat(later.begin(0, 3, 1).samples()).isEqualTo(8);
  }
}
