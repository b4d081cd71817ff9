/// What a training function has of XGBoost.
@NullMarked
package dev.manta.xgboost.internal.session;

import org.jspecify.annotations.NullMarked;
