/// Azure's blobs and other stores through Apache OpenDAL, whose native library is loaded when the
/// first of their locations is used.
@NullMarked
package dev.manta.stores.opendal;

import org.jspecify.annotations.NullMarked;
