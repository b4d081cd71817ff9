/// XGBoost over the workers of a run.
@NullMarked
package dev.manta.xgboost;

import org.jspecify.annotations.NullMarked;
