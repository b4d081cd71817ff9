/// The parameters of XGBoost, and what is refused of them.
@NullMarked
package dev.manta.xgboost.internal.parameters;

import org.jspecify.annotations.NullMarked;
