@NullMarked
package dev.manta.xgboost.internal.ring;

import org.jspecify.annotations.NullMarked;
