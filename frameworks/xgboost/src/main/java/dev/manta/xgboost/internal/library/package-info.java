/// The native library of XGBoost, called through its C interface.
@NullMarked
package dev.manta.xgboost.internal.library;

import org.jspecify.annotations.NullMarked;
