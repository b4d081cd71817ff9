@org.jspecify.annotations.NullMarked
package dev.manta.it.site;
