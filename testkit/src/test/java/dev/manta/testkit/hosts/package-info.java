@NullMarked
package dev.manta.testkit.hosts;

import org.jspecify.annotations.NullMarked;
