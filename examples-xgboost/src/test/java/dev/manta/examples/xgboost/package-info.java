@NullMarked
package dev.manta.examples.xgboost;

import org.jspecify.annotations.NullMarked;
