/// The door of a Python driver: a script that decides itself what is trained, and asks this JVM to
/// do it.
@NullMarked
package dev.manta.python.internal.driver;

import org.jspecify.annotations.NullMarked;
