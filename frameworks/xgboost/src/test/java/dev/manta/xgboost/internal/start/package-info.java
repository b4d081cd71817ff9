@NullMarked
package dev.manta.xgboost.internal.start;

import org.jspecify.annotations.NullMarked;
