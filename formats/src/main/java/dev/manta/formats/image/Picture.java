package dev.manta.formats.image;

import java.util.List;

/// A decoded JPEG: brightness, then two differences of colour.
///
/// Resizing is done in these: it is linear, as is the step to red, green and blue, which only the
/// pixels that are left need then.
record Picture(int height, int width, List<Plane> planes) {
  byte[] resized(int toHeight, int toWidth) {
    List<int[][]> resized =
        planes.stream()
            .map(
                plane ->
                    Scaling.of(
                        plane,
                        Taps.of(height, toHeight, plane.height(), plane.cover().down()),
                        Taps.of(width, toWidth, plane.width(), plane.cover().across())))
            .toList();
    return Ycc.toRgb(resized.get(0), resized.get(1), resized.get(2));
  }
}
