/// The documentation as a static site, and the check of its links.
@org.jspecify.annotations.NullMarked
package dev.manta.it.site;
