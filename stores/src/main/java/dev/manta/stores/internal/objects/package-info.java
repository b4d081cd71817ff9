/// The calls of S3's interface: objects, parts, ranges, pages.
@NullMarked
package dev.manta.stores.internal.objects;

import org.jspecify.annotations.NullMarked;
