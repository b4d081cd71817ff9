/// What training functions log beside numbers: images, histograms, texts and tables, and where they
/// are kept.
@NullMarked
package dev.manta.train.logged;

import org.jspecify.annotations.NullMarked;
