/// How much each parameter has to do with the outcome: a random forest over the trials, and the
/// part of its variance that each parameter explains alone (functional ANOVA).
@NullMarked
package dev.manta.tune.internal.importance;

import org.jspecify.annotations.NullMarked;
