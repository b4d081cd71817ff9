@NullMarked
package dev.manta.cli.inspect;

import org.jspecify.annotations.NullMarked;
