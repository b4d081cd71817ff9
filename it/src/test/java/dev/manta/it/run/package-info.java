/// Whole runs with real worker processes.
@org.jspecify.annotations.NullMarked
package dev.manta.it.run;
