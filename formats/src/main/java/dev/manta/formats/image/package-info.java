/// Folders of images, decoded and resized.
@NullMarked
package dev.manta.formats.image;

import org.jspecify.annotations.NullMarked;
