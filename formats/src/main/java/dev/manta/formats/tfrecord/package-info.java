/// TensorFlow's record files with `Example` messages.
@NullMarked
package dev.manta.formats.tfrecord;

import org.jspecify.annotations.NullMarked;
