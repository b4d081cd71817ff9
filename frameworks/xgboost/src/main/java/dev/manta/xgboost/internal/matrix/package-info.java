/// Rows of tables as matrices of XGBoost.
@NullMarked
package dev.manta.xgboost.internal.matrix;

import org.jspecify.annotations.NullMarked;
