/// How good the suggestions of searchers are, and how fast they come, against Optuna.
@NullMarked
package dev.manta.bench.search;

import org.jspecify.annotations.NullMarked;
