/// Metrics that other programs scrape: the page, and the port at which it is served.
@NullMarked
package dev.manta.internal.metrics;

import org.jspecify.annotations.NullMarked;
