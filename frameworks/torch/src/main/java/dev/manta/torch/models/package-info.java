/// Models to begin with and to copy from: small files that show how a model is written. Their
/// parameters have the names of the well-known Python versions, so that weights go both ways.
@NullMarked
package dev.manta.torch.models;

import org.jspecify.annotations.NullMarked;
