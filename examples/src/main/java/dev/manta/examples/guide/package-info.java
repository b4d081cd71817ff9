/// The code that the how-to pages show: one small program per page.
@org.jspecify.annotations.NullMarked
package dev.manta.examples.guide;
