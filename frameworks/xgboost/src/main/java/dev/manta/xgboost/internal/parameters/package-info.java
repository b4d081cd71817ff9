/// The parameters of XGBoost, the metrics that they ask for, and what is refused of them.
@NullMarked
package dev.manta.xgboost.internal.parameters;

import org.jspecify.annotations.NullMarked;
