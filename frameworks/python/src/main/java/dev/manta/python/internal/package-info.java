/// Interpreters: which one, what it needs on its path, and what it says of a script before any rank
/// starts.
@NullMarked
package dev.manta.python.internal;

import org.jspecify.annotations.NullMarked;
