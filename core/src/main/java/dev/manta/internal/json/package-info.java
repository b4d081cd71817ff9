/// JSON values, their text, and their binding to records.
@NullMarked
package dev.manta.internal.json;

import org.jspecify.annotations.NullMarked;
