/// LightGBM's network: its ranks talk by Manta's collectives.
@NullMarked
package dev.manta.lightgbm.internal.network;

import org.jspecify.annotations.NullMarked;
