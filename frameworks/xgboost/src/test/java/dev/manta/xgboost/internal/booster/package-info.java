@NullMarked
package dev.manta.xgboost.internal.booster;

import org.jspecify.annotations.NullMarked;
