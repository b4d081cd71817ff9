package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.data.Position;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private static Places restored(Places from) {
    var places = new Places();
    places.load(from.save());
    return places;
  }

  @Test
  void aLoaderGoesOnWhereItWasInItsEpoch() {
    var places = new Places();
    assertThat(places.begin(0, 3, 2)).isEqualTo(Position.beginning(2));
    places.handedOut(0, 64, 2);
    places.handedOut(0, 64, 2);
    assertThat(restored(places).begin(0, 3, 2)).isEqualTo(new Position(128, 2, 128));
    assertThat(restored(places).begin(0, 4, 2)).isEqualTo(Position.beginning(2));
  }

  @Test
  void whatIsSeenAfterAChangeOfSizeIsCountedApart() {
    var places = new Places();
    places.begin(0, 0, 2);
    places.handedOut(0, 64, 2);
    Places grown = restored(places);
    grown.begin(0, 0, 4);
    grown.handedOut(0, 128, 4);
    Places back = restored(grown);
    assertThat(back.begin(0, 0, 2)).isEqualTo(new Position(192, 2, 64));
    back.handedOut(0, 64, 2);
    assertThat(restored(back).begin(0, 0, 2)).isEqualTo(new Position(256, 2, 64));
  }

  @Test
  void aPlaceOfAnEarlierVersionIsRead() {
    var places = new Places();
    places.load(ByteBuffer.allocate(16).putInt(0).putInt(5).putLong(640).array());
    assertThat(places.begin(0, 5, 2)).isEqualTo(new Position(640, 2, 640));
  }

  @Test
  void batchesThatNoUpdateHasUsedAreSeenAgain() {
    var places = new Places();
    places.countByUpdates();
    places.begin(0, 3, 1);
    places.handedOut(0, 8, 1);
    places.used();
    places.handedOut(0, 8, 1);
    var later = new Places();
    later.load(places.save());
    assertThat(later.begin(0, 3, 1).samples()).isEqualTo(8);
  }
}
