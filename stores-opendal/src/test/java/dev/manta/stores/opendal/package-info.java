/// Tests of the stores behind OpenDAL, against servers that they start.
@NullMarked
package dev.manta.stores.opendal;

import org.jspecify.annotations.NullMarked;
