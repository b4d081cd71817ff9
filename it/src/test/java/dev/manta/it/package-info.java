/// End to end, and the rules that the whole code keeps.
@org.jspecify.annotations.NullMarked
package dev.manta.it;
