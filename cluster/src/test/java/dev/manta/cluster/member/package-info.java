@NullMarked
package dev.manta.cluster.member;

import org.jspecify.annotations.NullMarked;
