package dev.manta.internal.data.pass;

import dev.manta.data.Cursor;
import java.util.ArrayList;
import java.util.List;

/// How it is told where lanes stand: in one number for each where units are done in order, in two
/// where they are not.
record LanePositions(boolean inOrder) {
  /// Whether one number will do from here on.
  static LanePositions of(Cursor from, boolean ordered) {
    return new LanePositions(ordered && from.ahead().isEmpty());
  }

  /// How many numbers there are for each lane.
  int width() {
    return inOrder ? 1 : 2;
  }

  long[] written(List<LanePosition> lanes) {
    long[] all = new long[lanes.size() * width()];
    for (int i = 0; i < lanes.size(); i++) {
      all[i * width()] = lanes.get(i).place();
      if (!inOrder) {
        all[i * width() + 1] = lanes.get(i).ahead();
      }
    }
    return all;
  }

  static List<LanePosition> of(Cursor cursor) {
    long[] places = cursor.laneOffsets();
    List<LanePosition> lanes = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      lanes.add(
          cursor.ahead().isEmpty()
              ? LanePosition.at(places[i])
              : LanePosition.of(places[i], cursor.ahead().get(i)));
    }
    return lanes;
  }

  /// The cursor one step on, where lanes stand as was written.
  Cursor moved(Cursor cursor, long[] written) {
    long[] places = new long[written.length / width()];
    List<Long> ahead = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      places[i] = written[i * width()];
      if (!inOrder) {
        ahead.add(written[i * width() + 1]);
      }
    }
    return new Cursor(
        cursor.epoch(), cursor.position() + 1, places, ahead, cursor.planHash(), false);
  }
}
