/// Preprocessors: seen from a dataset once, applied to any, saved as JSON.
@NullMarked
package dev.manta.data.prep;

import org.jspecify.annotations.NullMarked;
