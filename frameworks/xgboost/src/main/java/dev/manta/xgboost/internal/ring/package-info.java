/// How ranks find each other for XGBoost's own collectives, and leave them.
@NullMarked
package dev.manta.xgboost.internal.ring;

import org.jspecify.annotations.NullMarked;
