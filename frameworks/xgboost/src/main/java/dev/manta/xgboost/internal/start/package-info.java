/// XGBoost as the workers of a run see it.
@NullMarked
package dev.manta.xgboost.internal.start;

import org.jspecify.annotations.NullMarked;
