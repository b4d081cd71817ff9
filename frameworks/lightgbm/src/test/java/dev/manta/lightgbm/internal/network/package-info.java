@NullMarked
package dev.manta.lightgbm.internal.network;

import org.jspecify.annotations.NullMarked;
