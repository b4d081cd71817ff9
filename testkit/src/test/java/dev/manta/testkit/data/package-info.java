@NullMarked
package dev.manta.testkit.data;

import org.jspecify.annotations.NullMarked;
