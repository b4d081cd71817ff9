@NullMarked
package dev.manta.xgboost.internal.matrix;

import org.jspecify.annotations.NullMarked;
