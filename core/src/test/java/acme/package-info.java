/// A user's program, seen from tests.
@NullMarked
package acme;

import org.jspecify.annotations.NullMarked;
