/// The HTTP server: who may ask, how answers are written, the files of the page.
@NullMarked
package dev.manta.dashboard.internal.web;

import org.jspecify.annotations.NullMarked;
