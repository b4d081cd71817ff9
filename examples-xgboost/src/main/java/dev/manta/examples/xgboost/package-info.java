/// Programs that train with XGBoost.
@NullMarked
package dev.manta.examples.xgboost;

import org.jspecify.annotations.NullMarked;
