@NullMarked
package dev.manta.bench.command;

import org.jspecify.annotations.NullMarked;
