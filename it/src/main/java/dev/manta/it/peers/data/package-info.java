/// Files, images and tables, against what pyarrow, Polars, pandas, Pillow and scikit-learn make of
/// them.
@NullMarked
package dev.manta.it.peers.data;

import org.jspecify.annotations.NullMarked;
