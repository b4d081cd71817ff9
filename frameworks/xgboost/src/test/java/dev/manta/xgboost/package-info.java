@NullMarked
package dev.manta.xgboost;

import org.jspecify.annotations.NullMarked;
